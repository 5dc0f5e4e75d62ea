#include "hal_posix/wire.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

namespace faiwatch::posix {

namespace {

bool isAddress(const std::string& host) {
  return host.find_first_not_of("0123456789.") == std::string::npos ||
         host.find(':') != std::string::npos;
}

}  // namespace

void Wire::open(const char* host, uint16_t port, bool is_tls) {
  close();
  failure_ = StreamFailure::None;
  state_ = StreamState::Opening;
  stage_ = Stage::Resolving;
  host_ = host;
  is_tls_ = is_tls;
  association_ = uplink_.association();
  next_address_ = 0;
  resolution_.emplace(host, port);
}

void Wire::poll() {
  if (state_ != StreamState::Opening || !isConnected()) return;
  switch (stage_) {
    case Stage::Resolving:
      if (resolution_->isDone()) tryNextAddress();
      break;
    case Stage::Connecting:
      finishConnecting();
      break;
    case Stage::Handshaking:
      shakeHands();
      break;
    case Stage::Ready:
      break;
  }
}

size_t Wire::read(void* out, size_t capacity) {
  if (state_ != StreamState::Open || !readiness_.can_read || !isConnected()) return 0;
  if (ssl_) return finishTransfer(SSL_read(ssl_.get(), out, static_cast<int>(capacity)));
  const ssize_t got = recv(socket_.get(), out, capacity, 0);
  if (got > 0) return static_cast<size_t>(got);
  if (got < 0 && errno == EAGAIN) {
    readiness_.can_read = false;
  } else if (got == 0 || errno != EINTR) {
    fail(StreamFailure::Broken);
  }
  return 0;
}

size_t Wire::write(const void* data, size_t length) {
  if (state_ != StreamState::Open || length == 0 || !readiness_.can_write || !isConnected()) {
    return 0;
  }
  if (ssl_) return finishTransfer(SSL_write(ssl_.get(), data, static_cast<int>(length)));
  const ssize_t put = send(socket_.get(), data, length, MSG_NOSIGNAL);
  if (put >= 0) return static_cast<size_t>(put);
  if (errno == EAGAIN) {
    readiness_.can_write = false;
  } else if (errno != EINTR) {
    fail(StreamFailure::Broken);
  }
  return 0;
}

void Wire::close() {
  if (socket_) network_.forget(socket_);
  if (socket_ && !isConnected()) {
    network_.abandon(std::move(socket_));
  } else if (ssl_ && state_ == StreamState::Open) {
    SSL_shutdown(ssl_.get());
  }
  ssl_.reset();
  socket_.close();
  resolution_.reset();
  state_ = StreamState::Closed;
}

void Wire::tryNextAddress() {
  const auto& addresses = resolution_->addresses();
  if (next_address_ >= addresses.size()) return fail(StreamFailure::Unreachable);
  const Address& address = addresses[next_address_++];
  socket_ = Descriptor(
      socket(address.bytes.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int yes = 1;
  setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  const int result =
      connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address.bytes), address.length);
  // A refusal is seen at the next poll, which tries the next address.
  if (result != 0 && errno != EINPROGRESS) return;
  stage_ = Stage::Connecting;
  network_.watch(socket_, readiness_);
}

void Wire::finishConnecting() {
  if (!readiness_.can_write) return;
  int error = 0;
  socklen_t length = sizeof error;
  getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error, &length);
  if (error != 0) {
    stage_ = Stage::Resolving;
    return;
  }
  if (!is_tls_) {
    stage_ = Stage::Ready;
    state_ = StreamState::Open;
    return;
  }
  ssl_.reset(SSL_new(network_.roots().context()));
  SSL_set_fd(ssl_.get(), socket_.get());
  trust_.prepare(ssl_.get());
  X509_VERIFY_PARAM* checks = SSL_get0_param(ssl_.get());
  if (isAddress(host_)) {
    X509_VERIFY_PARAM_set1_ip_asc(checks, host_.c_str());
  } else {
    SSL_set_tlsext_host_name(ssl_.get(), host_.c_str());
    X509_VERIFY_PARAM_set1_host(checks, host_.c_str(), host_.size());
  }
  stage_ = Stage::Handshaking;
}

void Wire::shakeHands() {
  ERR_clear_error();
  const int result = SSL_connect(ssl_.get());
  if (result == 1) {
    trust_.noteAccepted(ssl_.get());
    stage_ = Stage::Ready;
    state_ = StreamState::Open;
    return;
  }
  const int error = SSL_get_error(ssl_.get(), result);
  if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) fail(StreamFailure::Tls);
}

void Wire::fail(StreamFailure failure) {
  close();
  failure_ = failure;
  state_ = StreamState::Failed;
}

size_t Wire::finishTransfer(int result) {
  if (result > 0) return static_cast<size_t>(result);
  const int error = SSL_get_error(ssl_.get(), result);
  ERR_clear_error();
  if (error == SSL_ERROR_WANT_READ) {
    readiness_.can_read = false;
  } else if (error == SSL_ERROR_WANT_WRITE) {
    readiness_.can_write = false;
  } else {
    fail(StreamFailure::Broken);
  }
  return 0;
}

}  // namespace faiwatch::posix
