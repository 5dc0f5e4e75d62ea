#pragma once

#include <string>

#include "hal/http-client.h"

namespace faiwatch::posix {

/// Reads an HTTP/1.1 answer from the bytes of a connection: head, then a body of known length, in
/// chunks, or up to the end.
class HttpAnswer {
 public:
  enum class Step : uint8_t {
    /// More bytes are needed.
    NeedsMore,
    Head,
    /// body() holds some.
    Body,
    Complete,
    Broken,
  };

  void begin() { *this = HttpAnswer(); }
  void add(const char* data, size_t length) { received_.append(data, length); }
  /// No more bytes will come.
  void addEnd() { has_ended_ = true; }
  /// How many bytes have not been parsed yet.
  size_t waiting() const { return received_.size(); }

  /// @param most bytes of the body at once
  Step next(size_t most);
  const hal::HttpHead& head() const { return head_; }
  const std::string& body() const { return body_; }
  /// Once complete: whether the server will take another request over the same connection.
  bool leavesOpen() const { return !is_last_ && left_ != UINT64_MAX && received_.empty(); }

 private:
  enum class Stage : uint8_t { Head, Body, ChunkSize, Chunk, ChunkEnd, Trailer, Complete, Broken };

  Step readHead();
  bool parseHead(const std::string& text);
  bool parseField(const std::string& line);
  Step readBody(size_t most);
  Step readChunkSize();
  Step readLineEnd(Stage after);
  Step readTrailer();
  Step give(size_t most);
  Step breakOff();

  Stage stage_ = Stage::Head;
  std::string received_;
  std::string body_;
  bool has_ended_ = false;
  bool is_chunked_ = false;
  /// Of its connection.
  bool is_last_ = false;
  /// Of the body, or of the chunk.
  uint64_t left_ = 0;
  hal::HttpHead head_ = {0, -1, 0};
};

}  // namespace faiwatch::posix
