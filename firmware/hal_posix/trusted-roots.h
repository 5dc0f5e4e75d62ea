#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>

namespace faiwatch::posix {

/// The certificates that are believed.
class TrustedRoots {
 public:
  /// @param file of further ones, PEM; empty: only the computer's
  explicit TrustedRoots(std::string file) : file_(std::move(file)) {}
  /// Reads them at the first call. Ends the program when the file holds none.
  SSL_CTX* context();

 private:
  struct Free {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  };
  std::string file_;
  std::unique_ptr<SSL_CTX, Free> context_;
};

}  // namespace faiwatch::posix
