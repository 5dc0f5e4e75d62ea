// A test runner of its own, small enough that all tests compile in seconds under every sanitizer.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include <string>
#include <type_traits>

#include "core/text.h"

namespace check {

using TestFunction = void (*)();

void add(const char* name, TestFunction function);
void report(const char* file, int line, const std::string& what);
/// Text that is printed with every failure of this test: a seed, a step.
void setContext(const std::string& context);

inline std::string show(const std::string& value) { return "\"" + value + "\""; }
inline std::string show(const char* value) { return show(std::string(value)); }
inline std::string show(faiwatch::TextView value) {
  return show(std::string(value.data(), value.size()));
}
inline std::string show(bool value) { return value ? "true" : "false"; }
template <typename T>
std::enable_if_t<std::is_integral_v<T>, std::string> show(T value) {
  return std::to_string(value);
}
template <typename T>
std::enable_if_t<std::is_enum_v<T>, std::string> show(T value) {
  return "enum " + std::to_string(static_cast<long long>(value));
}

inline std::string plain(faiwatch::TextView text) { return {text.data(), text.size()}; }

template <typename A, typename B>
bool isEqual(const A& a, const B& b) {
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
    using Wide = long long;
    return static_cast<Wide>(a) == static_cast<Wide>(b);
  } else {
    return a == b;
  }
}

template <typename A, typename B>
void compare(const A& actual, const B& expected, const char* what, const char* file, int line) {
  if (isEqual(actual, expected)) return;
  report(file, line, std::string(what) + " is " + show(actual) + ", expected " + show(expected));
}

struct Registrar {
  Registrar(const char* name, TestFunction function) { add(name, function); }
};

}  // namespace check

#define CHECK_JOIN2(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN2(a, b)

#define TEST(name)                                                     \
  static void CHECK_JOIN(testAtLine, __LINE__)();                      \
  static const check::Registrar CHECK_JOIN(registrarAtLine, __LINE__)( \
      name, CHECK_JOIN(testAtLine, __LINE__));                         \
  static void CHECK_JOIN(testAtLine, __LINE__)()

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) check::report(__FILE__, __LINE__, #condition); \
  } while (false)

// A function call, so that what the arguments view lives until they are compared.
#define CHECK_EQ(actual, expected) check::compare(actual, expected, #actual, __FILE__, __LINE__)
