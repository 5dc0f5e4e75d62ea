#include "support/fixtures.h"

#include <fstream>
#include <sstream>

#include "support/check.h"

std::string readFixture(const char* name) {
  std::ifstream file(std::string(FAIWATCH_FIXTURES) + "/" + name + ".json");
  std::stringstream all;
  all << file.rdbuf();
  std::string text = all.str();
  CHECK(!text.empty());
  std::string compact;
  bool is_in_string = false;
  for (size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    if (c == '"' && (i == 0 || text[i - 1] != '\\' || (i > 1 && text[i - 2] == '\\'))) {
      is_in_string = !is_in_string;
    }
    if (!is_in_string && (c == ' ' || c == '\n')) continue;
    compact += c;
  }
  return compact;
}
