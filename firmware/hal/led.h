#pragma once

namespace faiwatch::hal {

class Led {
 public:
  virtual void set(bool on) = 0;

 protected:
  ~Led() = default;
};

}  // namespace faiwatch::hal
