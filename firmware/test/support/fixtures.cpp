#include "support/fixtures.h"

#include <fstream>
#include <sstream>

#include "support/check.h"

std::string readFixtureBytes(const std::string& path) {
  std::ifstream file(std::string(FAIWATCH_FIXTURES) + "/" + path, std::ios::binary);
  std::stringstream all;
  all << file.rdbuf();
  CHECK(!all.str().empty());
  return all.str();
}

std::string readFixture(const char* name) {
  const std::string text = readFixtureBytes(std::string(name) + ".json");
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
