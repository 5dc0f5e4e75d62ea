#include "hal_posix/http-answer.h"

#include <stdlib.h>
#include <strings.h>

#include <algorithm>

namespace faiwatch::posix {

namespace {

constexpr size_t kMostHead = 16384;

/// Digits of the base and nothing else, at most 15 of them.
bool parseNumber(const std::string& text, int base, uint64_t& out) {
  const char* digits = base == 16 ? "0123456789abcdefABCDEF" : "0123456789";
  if (text.empty() || text.size() > 15 || text.find_first_not_of(digits) != std::string::npos) {
    return false;
  }
  out = strtoull(text.c_str(), nullptr, base);
  return true;
}

}  // namespace

HttpAnswer::Step HttpAnswer::next(size_t most) {
  for (;;) {
    Step step = Step::NeedsMore;
    const Stage before = stage_;
    switch (stage_) {
      case Stage::Head:
        step = readHead();
        break;
      case Stage::Body:
      case Stage::Chunk:
        step = readBody(most);
        break;
      case Stage::ChunkSize:
        step = readChunkSize();
        break;
      case Stage::ChunkEnd:
        step = readLineEnd(Stage::ChunkSize);
        break;
      case Stage::Trailer:
        step = readTrailer();
        break;
      case Stage::Complete:
        return Step::Complete;
      case Stage::Broken:
        return Step::Broken;
    }
    if (step != Step::NeedsMore || stage_ == before) return step;
  }
}

HttpAnswer::Step HttpAnswer::readHead() {
  const size_t end = received_.find("\r\n\r\n");
  if (end == std::string::npos) {
    return has_ended_ || received_.size() > kMostHead ? breakOff() : Step::NeedsMore;
  }
  const std::string text = received_.substr(0, end + 2);
  received_.erase(0, end + 4);
  if (!parseHead(text)) return breakOff();
  // Another answer follows an interim one (100 Continue).
  if (head_.status >= 100 && head_.status < 200) return Step::NeedsMore;
  const bool has_no_body = head_.status == 204 || head_.status == 304;
  if (has_no_body) head_.content_length = 0;
  left_ = head_.content_length >= 0 ? static_cast<uint64_t>(head_.content_length) : UINT64_MAX;
  stage_ = is_chunked_ && !has_no_body ? Stage::ChunkSize : Stage::Body;
  if (is_chunked_) head_.content_length = -1;
  return Step::Head;
}

bool HttpAnswer::parseHead(const std::string& text) {
  head_ = {0, -1, 0};
  const size_t first_end = text.find("\r\n");
  const std::string first = text.substr(0, first_end);
  uint64_t status = 0;
  if (first.rfind("HTTP/1.", 0) != 0 || first.size() < 12 || first[8] != ' ' ||
      !parseNumber(first.substr(9, 3), 10, status)) {
    return false;
  }
  head_.status = static_cast<int>(status);
  is_last_ = first[7] == '0';
  for (size_t at = first_end + 2; at < text.size();) {
    const size_t end = text.find("\r\n", at);
    if (!parseField(text.substr(at, end - at))) return false;
    at = end + 2;
  }
  return true;
}

bool HttpAnswer::parseField(const std::string& line) {
  const size_t colon = line.find(':');
  if (colon == std::string::npos) return false;
  const std::string name = line.substr(0, colon);
  const size_t begin = line.find_first_not_of(" \t", colon + 1);
  const std::string value =
      begin == std::string::npos
          ? ""
          : line.substr(begin, line.find_last_not_of(" \t") - begin + 1);
  uint64_t number = 0;
  if (strcasecmp(name.c_str(), "content-length") == 0) {
    if (!parseNumber(value, 10, number)) return false;
    head_.content_length = static_cast<int64_t>(number);
  } else if (strcasecmp(name.c_str(), "retry-after") == 0) {
    if (parseNumber(value, 10, number)) {
      head_.retry_after_seconds = static_cast<uint32_t>(std::min<uint64_t>(number, UINT32_MAX));
    }
  } else if (strcasecmp(name.c_str(), "connection") == 0) {
    is_last_ = is_last_ || strcasecmp(value.c_str(), "close") == 0;
  } else if (strcasecmp(name.c_str(), "transfer-encoding") == 0) {
    is_chunked_ = strcasecmp(value.c_str(), "chunked") == 0;
    if (!is_chunked_) return false;
  }
  return true;
}

HttpAnswer::Step HttpAnswer::readBody(size_t most) {
  if (left_ == 0) {
    stage_ = stage_ == Stage::Chunk ? Stage::ChunkEnd : Stage::Complete;
    return Step::NeedsMore;
  }
  if (!received_.empty()) return give(most);
  if (!has_ended_) return Step::NeedsMore;
  // Without a length the end of the connection is the end of the body.
  if (stage_ == Stage::Chunk || head_.content_length >= 0) return breakOff();
  stage_ = Stage::Complete;
  return Step::NeedsMore;
}

HttpAnswer::Step HttpAnswer::readChunkSize() {
  const size_t end = received_.find("\r\n");
  if (end == std::string::npos) {
    return has_ended_ || received_.size() > kMostHead ? breakOff() : Step::NeedsMore;
  }
  const std::string size = received_.substr(0, std::min(end, received_.find_first_of("; ")));
  received_.erase(0, end + 2);
  if (!parseNumber(size, 16, left_)) return breakOff();
  stage_ = left_ == 0 ? Stage::Trailer : Stage::Chunk;
  return Step::NeedsMore;
}

HttpAnswer::Step HttpAnswer::readLineEnd(Stage after) {
  if (received_.size() < 2) return has_ended_ ? breakOff() : Step::NeedsMore;
  if (received_.compare(0, 2, "\r\n") != 0) return breakOff();
  received_.erase(0, 2);
  stage_ = after;
  return Step::NeedsMore;
}

HttpAnswer::Step HttpAnswer::readTrailer() {
  const size_t end = received_.find("\r\n");
  if (end == std::string::npos) {
    return has_ended_ || received_.size() > kMostHead ? breakOff() : Step::NeedsMore;
  }
  received_.erase(0, end + 2);
  if (end == 0) stage_ = Stage::Complete;
  // A trailer field is passed over; the next line is looked for at once.
  return end == 0 ? Step::NeedsMore : readTrailer();
}

HttpAnswer::Step HttpAnswer::give(size_t most) {
  const auto length =
      static_cast<size_t>(std::min<uint64_t>(left_, std::min(most, received_.size())));
  body_ = received_.substr(0, length);
  received_.erase(0, length);
  if (left_ != UINT64_MAX) left_ -= length;
  return Step::Body;
}

HttpAnswer::Step HttpAnswer::breakOff() {
  stage_ = Stage::Broken;
  return Step::Broken;
}

}  // namespace faiwatch::posix
