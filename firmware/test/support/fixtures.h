#pragma once

#include <string>

/// The text of firmware/test/fixtures/NAME.json without white space between its tokens.
std::string readFixture(const char* name);
/// The bytes of firmware/test/fixtures/PATH as they are.
std::string readFixtureBytes(const std::string& path);
