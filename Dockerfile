# syntax=docker/dockerfile:1
# FaiWatch as a container: one executable on a base that has a C library and nothing else.
#
#   docker build -t faiwatch .
#   docker buildx build --platform linux/amd64,linux/arm64 -t faiwatch .

# The build runs on the builder's own processor, whatever it builds for: Bun compiles for the other.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
ARG TARGETARCH
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY tests/generated-client/package.json tests/generated-client/
RUN npm ci --no-audit --no-fund \
  && (node_modules/.bin/bun --version || node node_modules/bun/install.js)
COPY . .
RUN case "$TARGETARCH" in \
    amd64) target=bun-linux-x64-baseline ;; \
    arm64) target=bun-linux-arm64 ;; \
    *) echo "FaiWatch runs on amd64 and arm64, not on $TARGETARCH" >&2; exit 1 ;; \
  esac \
  && node_modules/.bin/bun scripts/build.ts --target "$target" --outfile /out/faiwatch \
  && mkdir -p /out/data

FROM gcr.io/distroless/base-nossl-debian12:nonroot
COPY --from=build /out/faiwatch /usr/local/bin/faiwatch
# A volume made anew takes over the owner of what it covers.
COPY --from=build --chown=65532:65532 /out/data /data
ENV FAIWATCH_DATA=/data
VOLUME ["/data"]
# HTTP with the pages and MQTT over WebSocket; MQTT.
EXPOSE 8080 1883
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s --retries=3 \
  CMD ["/usr/local/bin/faiwatch", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/faiwatch"]
CMD ["serve"]
