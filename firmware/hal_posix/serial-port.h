#pragma once

#include <stdint.h>

#include <string>

#include "hal_posix/cable.h"
#include "hal_posix/descriptor.h"
#include "hal_posix/log.h"

namespace faiwatch::posix {

/// The other end of the serial cable: a pseudo-terminal that a person or a program opens. While nobody has it open,
/// the board's output is lost, as on a real port.
class SerialPort {
 public:
  /// @param link kept pointing to it; empty: none
  SerialPort(const Log& log, std::string link) : log_(log), link_(std::move(link)) {}
  ~SerialPort() { close(); }

  /// Plugs it in, unless it is.
  void open();
  /// The port vanishes, as that of a USB chip does when it is reset.
  void close();
  bool isOpen() const { return static_cast<bool>(master_); }

  /// Moves bytes between the port and the cable.
  void relay(Cable& cable);

 private:
  bool isListenedTo() const;

  const Log& log_;
  std::string link_;
  Descriptor master_;
};

}  // namespace faiwatch::posix
