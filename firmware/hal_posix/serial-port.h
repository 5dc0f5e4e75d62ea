#pragma once

#include <stdint.h>

#include <string>

#include "hal_posix/descriptor.h"

namespace faiwatch::posix {

/// The other end of the serial cable: a pseudo-terminal that a person or a program opens. Nobody there:
/// what the board says is lost, as on a real port.
class SerialPort {
 public:
  /// @param link kept pointing to it; empty: none
  explicit SerialPort(std::string link) : link_(std::move(link)) {}
  ~SerialPort() { close(); }

  /// Plugs it in, unless it is.
  void open();
  /// The port vanishes, as that of a USB chip does when it is reset.
  void close();
  bool isOpen() const { return static_cast<bool>(master_); }

  /// Moves bytes between the port and the board.
  /// @param cable the desk's end; -1: the board is off, and hears nothing
  void relay(int cable);

 private:
  bool isListenedTo() const;
  void toBoard(int cable);
  void fromBoard(int cable);

  std::string link_;
  Descriptor master_;
  std::string to_board_;
  std::string from_board_;
};

}  // namespace faiwatch::posix
