// SPDX-License-Identifier: MIT
#include "descriptions.hpp"
#include "policies/sdk/near_names.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

namespace malha {

std::string suggestion(const std::string& name, const std::vector<std::string>& names) {
  const auto near = near_names(name, names);
  return near.empty() ? "" : "; did you mean " + listed(near) + "?";
}

std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;)
    line += (line.empty() ? "" : " ") + word;
  return line;
}

std::string counted(std::size_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string comment_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::string begin = "<!--", end = "-->";
  const auto from = text.find(begin), element = text.find("<platform"), to = text.find(end);
  if (from == std::string::npos || to == std::string::npos || from > element || to < from)
    return "";
  return in_one_line(text.substr(from + begin.size(), to - from - begin.size()));
}

} // namespace malha
