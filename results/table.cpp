// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <ostream>
#include <sstream>

namespace malha {
namespace {

constexpr std::size_t gap = 2;

std::string cut(const std::string& text, std::size_t columns) {
  if (columns_of(text) <= columns)
    return text;
  std::string kept;
  for (const char c : text) {
    if ((c & 0xC0) != 0x80 && columns_of(kept) + 1 >= columns)
      break;
    kept += c;
  }
  return kept + "…";
}

} // namespace

std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string wrapped(const std::string& text, const std::string& indent) {
  std::istringstream words(text);
  std::string lines, line = indent, word;
  while (words >> word) {
    if (columns_of(line) + 1 + columns_of(word) > terminal_width && line != indent) {
      lines += line + "\n";
      line = indent;
    }
    line += (line == indent ? "" : " ") + word;
  }
  return lines + line + "\n";
}

std::string shown(double value, int digits) {
  const bool whole = std::abs(value) >= std::pow(10, digits) && std::abs(value) < 1e9;
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", whole ? 9 : digits, whole ? std::round(value) : value);
  return text;
}

std::string shown(const MeanWithInterval& mean) {
  return shown(mean.mean, 5) + (mean.high ? " +-" + shown(*mean.high - mean.mean, 2) : "");
}

Table::Table(std::vector<std::string> header, std::vector<bool> right) : right_(std::move(right)) {
  rows_.push_back(std::move(header));
}

void Table::add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths(right_.size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], columns_of(row[i]));
  return widths;
}

std::size_t Table::width() const {
  const auto all = widths();
  return all.empty() ? 0 : std::accumulate(all.begin(), all.end(), gap * (all.size() - 1));
}

void Table::print(std::ostream& out, std::size_t width) const {
  if (right_.empty())
    return;
  auto widths = this->widths();
  for (auto total = this->width(); total > width; --total) {
    std::size_t widest = 0;
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (!right_[i] && (right_[widest] || widths[i] > widths[widest]))
        widest = i;
    if (right_[widest] || widths[widest] <= 1)
      break;
    --widths[widest];
  }
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string cell = cut(row[i], widths[i]);
      const std::string padding(widths[i] - columns_of(cell), ' ');
      line += (i == 0 ? "" : std::string(gap, ' ')) + (right_[i] ? padding + cell : cell + padding);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

} // namespace malha
