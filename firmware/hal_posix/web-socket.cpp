#include "hal_posix/web-socket.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

#include <algorithm>

namespace faiwatch::posix {

namespace {

// RFC 6455 section 5.2.
constexpr uint8_t kContinuation = 0x0;
constexpr uint8_t kText = 0x1;
constexpr uint8_t kBinary = 0x2;
constexpr uint8_t kPing = 0x9;
constexpr uint8_t kPong = 0xa;
constexpr uint8_t kFinal = 0x80;
constexpr uint8_t kMasked = 0x80;

constexpr size_t kMostBuffered = 1 << 20;
constexpr size_t kMostGreeting = 8192;

std::string encodeBase64(const uint8_t* data, size_t length) {
  std::string out(4 * ((length + 2) / 3) + 1, '\0');
  const int size =
      EVP_EncodeBlock(reinterpret_cast<uint8_t*>(out.data()), data, static_cast<int>(length));
  out.resize(static_cast<size_t>(size));
  return out;
}

/// Section 4.2.2, point 5.4.
std::string acceptOf(const std::string& key) {
  const std::string text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  uint8_t digest[SHA_DIGEST_LENGTH];
  SHA1(reinterpret_cast<const uint8_t*>(text.data()), text.size(), digest);
  return encodeBase64(digest, sizeof digest);
}

}  // namespace

void WebSocket::open(const char* host, uint16_t port, const char* path, bool is_tls) {
  uint8_t nonce[16];
  for (size_t i = 0; i < sizeof nonce; i += 4) {
    const uint32_t bits = random_.next();
    memcpy(nonce + i, &bits, 4);
  }
  const std::string key = encodeBase64(nonce, sizeof nonce);
  expected_accept_ = acceptOf(key);
  greeting_ = std::string("GET ") + path + " HTTP/1.1\r\nHost: " + host + ":" +
              std::to_string(port) +
              "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: " + key +
              "\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n";
  has_greeted_ = false;
  received_.clear();
  payload_.clear();
  unsent_.clear();
  failure_ = StreamFailure::None;
  state_ = StreamState::Opening;
  wire_.open(host, port, is_tls);
}

void WebSocket::poll() {
  if (state_ != StreamState::Opening && state_ != StreamState::Open) return;
  wire_.poll();
  if (state_ == StreamState::Opening && wire_.state() == StreamState::Open) greet();
  flush();
  char part[4096];
  for (size_t got; (got = wire_.read(part, sizeof part)) > 0;) {
    received_.append(part, got);
    if (received_.size() > kMostBuffered) return fail();
  }
  if (state_ == StreamState::Opening) readGreeting();
  if (state_ == StreamState::Open) readFrames();
  if (wire_.state() == StreamState::Failed && payload_.empty()) {
    failure_ = wire_.failure();
    state_ = StreamState::Failed;
  }
}

size_t WebSocket::read(void* out, size_t capacity) {
  const size_t length = std::min(capacity, payload_.size());
  memcpy(out, payload_.data(), length);
  payload_.erase(0, length);
  return length;
}

size_t WebSocket::write(const void* data, size_t length) {
  if (state_ != StreamState::Open || unsent_.size() > kMostBuffered) return 0;
  sendFrame(kBinary, data, length);
  flush();
  return length;
}

void WebSocket::close() {
  wire_.close();
  state_ = StreamState::Closed;
}

void WebSocket::greet() {
  if (has_greeted_) return;
  has_greeted_ = true;
  unsent_ = greeting_;
}

void WebSocket::readGreeting() {
  const size_t end = received_.find("\r\n\r\n");
  if (end == std::string::npos) {
    if (received_.size() > kMostGreeting) fail();
    return;
  }
  // Status 101 and the accept key are enough: a server that sends them has understood.
  const std::string head = received_.substr(0, end + 2);
  if (head.rfind("HTTP/1.1 101 ", 0) != 0 || head.find(expected_accept_) == std::string::npos) {
    return fail();
  }
  received_.erase(0, end + 4);
  state_ = StreamState::Open;
}

void WebSocket::readFrames() {
  while (received_.size() >= 2) {
    const auto first = static_cast<uint8_t>(received_[0]);
    const auto second = static_cast<uint8_t>(received_[1]);
    // Section 5.1: a server does not mask.
    if ((second & kMasked) != 0) return fail();
    const unsigned short_length = second & 0x7f;
    const size_t length_bytes = short_length == 127 ? 8 : short_length == 126 ? 2 : 0;
    if (received_.size() < 2 + length_bytes) return;
    uint64_t length = length_bytes == 0 ? short_length : 0;
    for (size_t i = 0; i < length_bytes; i++) {
      length = length << 8 | static_cast<uint8_t>(received_[2 + i]);
    }
    if (length > kMostBuffered) return fail();
    const size_t begin = 2 + length_bytes;
    if (received_.size() < begin + length) return;
    const std::string content = received_.substr(begin, length);
    received_.erase(0, begin + length);
    switch (first & 0x0f) {
      case kContinuation:
      case kText:
      case kBinary:
        payload_ += content;
        break;
      case kPing:
        sendFrame(kPong, content.data(), content.size());
        break;
      case kPong:
        break;
      default:
        // Close, and what nobody knows.
        return fail();
    }
  }
}

void WebSocket::sendFrame(uint8_t opcode, const void* data, size_t length) {
  unsent_ += static_cast<char>(kFinal | opcode);
  if (length < 126) {
    unsent_ += static_cast<char>(kMasked | length);
  } else {
    unsent_ += static_cast<char>(kMasked | 126);
    unsent_ += static_cast<char>(length >> 8);
    unsent_ += static_cast<char>(length & 0xff);
  }
  const uint32_t bits = random_.next();
  char mask[4];
  memcpy(mask, &bits, sizeof mask);
  unsent_.append(mask, sizeof mask);
  const auto* bytes = static_cast<const char*>(data);
  for (size_t i = 0; i < length; i++) unsent_ += static_cast<char>(bytes[i] ^ mask[i % 4]);
}

void WebSocket::flush() { unsent_.erase(0, wire_.write(unsent_.data(), unsent_.size())); }

void WebSocket::fail() {
  wire_.close();
  failure_ = StreamFailure::Broken;
  state_ = StreamState::Failed;
}

}  // namespace faiwatch::posix
