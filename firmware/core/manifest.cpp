#include "core/manifest.h"

#include "core/encodings.h"
#include "core/json-reader.h"
#include "core/sha256.h"

namespace faiwatch {

namespace {

bool isPlainUrl(TextView url) {
  for (size_t i = 0; i < url.size(); i++) {
    if (url[i] <= ' ' || url[i] > '~') return false;
  }
  return !url.empty();
}

bool readSize(JsonReader& reader, uint32_t& out) {
  uint64_t size = 0;
  if (reader.next() != JsonToken::Number || !reader.toUnsigned(UINT32_MAX, size)) return false;
  out = static_cast<uint32_t>(size);
  return size > 0;
}

bool readString(JsonReader& reader, char* out, size_t capacity) {
  return reader.next() == JsonToken::String && reader.decode(out, capacity);
}

bool readField(JsonReader& reader, TextView name, Manifest& out, bool& is_ok) {
  char text[201];
  if (name == "ok") {
    is_ok = reader.next() == JsonToken::True;
    return is_ok;
  }
  if (name == "version") {
    return readString(reader, text, sizeof text) && isVersion(text) && out.version.assign(text);
  }
  if (name == "size") return readSize(reader, out.size);
  if (name == "sha256") {
    return readString(reader, text, sizeof text) && decodeDigest(text, out.sha256);
  }
  if (name == "signature") {
    return readString(reader, text, sizeof text) &&
           decodeBase64(text, out.signature, sizeof out.signature, out.signature_length);
  }
  if (name == "url") {
    return readString(reader, text, sizeof text) && isPlainUrl(text) && out.url.assign(text);
  }
  return reader.skip(JsonToken::Key);
}

}  // namespace

bool parseManifest(TextView body, Manifest& out) {
  Manifest manifest;
  bool is_ok = false;
  bool has_digest = false;
  JsonReader reader(body);
  if (reader.next() != JsonToken::BeginObject) return false;
  for (JsonToken token = reader.next(); token != JsonToken::EndObject; token = reader.next()) {
    if (token != JsonToken::Key) return false;
    const TextView name = reader.raw();
    has_digest = has_digest || name == "sha256";
    if (!readField(reader, name, manifest, is_ok)) return false;
  }
  if (reader.next() != JsonToken::End) return false;
  if (!is_ok || !has_digest || manifest.version.empty() || manifest.size == 0 ||
      manifest.signature_length == 0 || manifest.url.empty()) {
    return false;
  }
  out = manifest;
  return true;
}

bool isSigned(const Manifest& manifest, TextView board, hal::Crypto& crypto) {
  char text[160];
  TextWriter writer(text, sizeof text);
  writer.add(board).add('\n').add(manifest.version.view()).add('\n');
  writer.addUnsigned(manifest.size).add('\n');
  for (const uint8_t byte : manifest.sha256) writer.addHex(byte, 2);
  writer.add('\n');
  Sha256 sha;
  sha.add(text, writer.size());
  uint8_t digest[32];
  sha.finish(digest);
  return writer.ok() && crypto.verifyRelease(digest, manifest.signature, manifest.signature_length);
}

}  // namespace faiwatch
