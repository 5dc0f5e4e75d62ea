#include "support/check.h"

#include <string.h>

#include <vector>

namespace check {

namespace {

struct Test {
  const char* name;
  TestFunction function;
};

std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

int failures_of_test = 0;
std::string context;

}  // namespace

void add(const char* name, TestFunction function) { tests().push_back({name, function}); }

void setContext(const std::string& text) { context = text; }

void report(const char* file, int line, const std::string& what) {
  // One broken invariant in a loop need not be told a thousand times.
  if (++failures_of_test > 5) return;
  printf("  %s:%d: %s%s%s\n", file, line, what.c_str(), context.empty() ? "" : "  with ",
         context.c_str());
}

}  // namespace check

int main(int argc, char** argv) {
  const char* filter = argc > 1 ? argv[1] : "";
  int passed = 0;
  int failed = 0;
  for (const auto& test : check::tests()) {
    if (strstr(test.name, filter) == nullptr) continue;
    check::failures_of_test = 0;
    check::context.clear();
    test.function();
    if (check::failures_of_test == 0) {
      passed++;
    } else {
      failed++;
      printf("FAILED: %s\n", test.name);
    }
    fflush(stdout);
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}
