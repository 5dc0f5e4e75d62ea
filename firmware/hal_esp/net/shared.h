#pragma once

namespace faiwatch::esp {

/// A word that one task writes and others read. What was written before store() is seen after load().
/// Uses the compiler's built-ins: the plain cross compiler, which checks this code, has no <atomic>.
template <typename T>
class Shared {
 public:
  static_assert(sizeof(T) <= 4, "must be one load or store on the boards");

  explicit constexpr Shared(T value) : value_(value) {}
  T load() const { return __atomic_load_n(&value_, __ATOMIC_ACQUIRE); }
  void store(T value) { __atomic_store_n(&value_, value, __ATOMIC_RELEASE); }

 private:
  T value_;
};

}  // namespace faiwatch::esp
