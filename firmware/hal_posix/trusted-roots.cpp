#include "hal_posix/trusted-roots.h"

#include <stdio.h>
#include <stdlib.h>

namespace faiwatch::posix {

SSL_CTX* TrustedRoots::context() {
  if (context_) return context_.get();
  context_.reset(SSL_CTX_new(TLS_client_method()));
  SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
  SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_default_verify_paths(context_.get());
  // Bytes may be offered again from another place, and a part of them may be taken.
  SSL_CTX_set_mode(context_.get(),
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  if (!file_.empty() &&
      SSL_CTX_load_verify_locations(context_.get(), file_.c_str(), nullptr) != 1) {
    fprintf(stderr, "simdevice: %s holds no certificates\n", file_.c_str());
    exit(2);
  }
  return context_.get();
}

}  // namespace faiwatch::posix
