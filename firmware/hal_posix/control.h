#pragma once

#include <poll.h>

#include <functional>
#include <list>
#include <string>
#include <vector>

#include "hal_posix/descriptor.h"

namespace faiwatch::posix {

/// The control channel: lines from stdin and from a Unix socket. On the socket each line is answered with `OK` or
/// `ERR text`.
class Control {
 public:
  /// @returns what is wrong with the line; empty: nothing
  using Run = std::function<std::string(const std::string&)>;

  /// @param path of the socket; empty: none. Ends the program when it cannot be made.
  Control(const std::string& path, Run run);
  ~Control();
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  /// What to wait for.
  void addTo(std::vector<pollfd>& waiting) const;
  void poll();
  bool hasStdinEnded() const { return has_stdin_ended_; }

 private:
  struct Speaker {
    int in;
    /// -1: is not answered.
    int out;
    Descriptor socket;
    std::string line;
  };

  void acceptSpeakers();
  /// @returns false when the speaker has gone
  bool hear(Speaker& speaker);
  void take(Speaker& speaker, const std::string& line);

  std::string path_;
  Run run_;
  Descriptor listening_;
  std::list<Speaker> speakers_;
  bool has_stdin_ended_ = false;
};

}  // namespace faiwatch::posix
