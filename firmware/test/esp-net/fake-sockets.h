// lwIP's sockets, with phones on the other side.
#pragma once

#include <stdint.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace phones {

/// One connection of a browser.
struct Connection {
  std::string to_board;
  std::string from_board;
  bool has_closed = false;
  /// How many bytes the board may send before it would have to wait.
  size_t window = SIZE_MAX;
  /// The board has said that it sends no more.
  bool is_shut = false;

  bool isOpen() const;
  int fd = -1;
  /// 4.3.2.2, unless it is somebody else.
  uint32_t address = 0x04030202;
};

struct World {
  std::deque<std::shared_ptr<Connection>> waiting;
  std::vector<std::shared_ptr<Connection>> accepted;
  std::deque<std::string> queries;
  std::vector<std::string> answers;
  uint32_t bound_address = 0;
  std::vector<uint16_t> bound_ports;
  bool is_port_taken = false;
  /// Whom queries come from.
  uint32_t asker = 0x04030202;
  /// To which interface sockets are bound.
  std::vector<std::string> interfaces;
};

extern World world;

std::shared_ptr<Connection> open(const std::string& says = "");

}  // namespace phones
