#include "hal_posix/fleet.h"

#include <stdlib.h>

#include <algorithm>
#include <sstream>

#include "hal_posix/commands.h"
#include "hal_posix/log.h"
#include "hal_posix/sim-clock.h"

namespace faiwatch::posix {

namespace {

/// How long a board waits for its next turn while nothing arrives for it. Less would only cost processor time, and
/// more would make the board slow. A fast clock makes the turns shorter.
constexpr uint64_t kTurnUs = 5'000;
constexpr uint64_t kFastTurnUs = 1'000;
/// Of a large fleet so many have their turn together.
constexpr size_t kMostInTurn = 250;

/// `3,10-20`: boards from 1 to `count`. @returns whether they are there
bool parseBoards(const std::string& text, size_t count, std::vector<size_t>& out) {
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    char* rest = nullptr;
    const size_t first = strtoul(part.c_str(), &rest, 10);
    const size_t last = *rest == '-' ? strtoul(rest + 1, &rest, 10) : first;
    if (*rest != '\0' || first < 1 || last < first || last > count) return false;
    for (size_t number = first; number <= last; number++) out.push_back(number - 1);
  }
  return !out.empty();
}

}  // namespace

Fleet::Fleet(const CommandLine& line) : network_(line.roots) {
  for (const Options& options : line.boards) {
    const auto number = static_cast<uint32_t>(line.is_fleet ? desks_.size() + 1 : 0);
    desks_.emplace_back(options, network_, number);
  }
}

std::string Fleet::prepare() {
  noteSpeed();
  for (Desk& desk : desks_) {
    std::string problem = desk.prepare();
    if (problem.empty()) continue;
    const uint32_t number = desk.world().log.board;
    return number == 0 ? problem : "board " + std::to_string(number) + ": " + problem;
  }
  return "";
}

void Fleet::tick() {
  for (const uint32_t number : network_.update()) desks_[std::max(number, 1U) - 1].tick();
  const uint64_t now_us = realTimeUs();
  if (now_us - turn_us_ < (is_fast_ ? kFastTurnUs : kTurnUs)) return;
  turn_us_ = now_us;
  for (size_t i = std::min(desks_.size(), kMostInTurn); i > 0; i--) {
    desks_[next_].tick();
    next_ = (next_ + 1) % desks_.size();
  }
}

int Fleet::waitMs() const { return static_cast<int>((is_fast_ ? kFastTurnUs : kTurnUs) / 1000); }

void Fleet::noteSpeed() {
  is_fast_ = std::any_of(desks_.begin(), desks_.end(),
                         [](const Desk& desk) { return desk.world().time_scale > 1; });
}

void Fleet::setMains(bool on) {
  for (Desk& desk : desks_) desk.setMains(on);
}

std::string Fleet::run(const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return "";
  const Log log;
  // Logged before it is done, so that its consequences come after this line.
  LogLine(log, "control").text("state", "begun").text("line", line);
  std::string command = line;
  std::vector<size_t> chosen;
  std::string problem;
  if (line[0] == '@') {
    const size_t space = std::min(line.find(' '), line.size());
    command = line.substr(space);
    if (!parseBoards(line.substr(1, space - 1), desks_.size(), chosen)) {
      problem = "there are boards from 1 to " + std::to_string(desks_.size());
    }
  } else {
    for (size_t i = 0; i < desks_.size(); i++) chosen.push_back(i);
  }
  for (const size_t index : chosen) {
    if (problem.empty()) problem = runCommand(command, desks_[index]);
  }
  noteSpeed();
  LogLine end(log, "control");
  end.text("state", problem.empty() ? "done" : "refused").text("line", line);
  if (!problem.empty()) end.text("error", problem);
  return problem;
}

}  // namespace faiwatch::posix
