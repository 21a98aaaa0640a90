// SPDX-License-Identifier: MIT
#include "table.hpp"

#include "visible_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <ostream>
#include <sstream>

namespace malha {
namespace {

constexpr std::size_t gap = 2;

std::size_t widest_word(const std::string& text) {
  std::istringstream words(text);
  std::size_t widest = 0;
  for (std::string word; words >> word;)
    widest = std::max(widest, columns_of(word));
  return widest;
}

/// The text in lines of at most so many columns, or of one word that is wider. Blanks in front of it stay.
std::vector<std::string> lines_of(const std::string& text, std::size_t columns) {
  if (columns_of(text) <= columns)
    return {text};
  const std::string indent(std::min(text.find_first_not_of(' '), text.size()), ' ');
  std::istringstream words(text);
  std::vector<std::string> lines;
  for (std::string word; words >> word;)
    if (!lines.empty() && columns_of(lines.back()) + 1 + columns_of(word) <= columns)
      lines.back() += ' ' + word;
    else
      lines.push_back(indent + word);
  return lines;
}

/// A cell as wide as its column.
std::string padded(const std::string& cell, std::size_t width, bool right) {
  const std::string padding(width - std::min(width, columns_of(cell)), ' ');
  return right ? padding + cell : cell + padding;
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

std::string complaint(const std::string& text) {
  if (isatty(STDERR_FILENO) != 0)
    return wrapped("malha: " + text, "");
  auto line = "malha: " + text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line + "\n";
}

std::string shown(double value, int digits) {
  const bool whole = std::abs(value) >= std::pow(10, digits) && std::abs(value) < 1e9;
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", whole ? 9 : digits, whole ? std::round(value) : value);
  return text;
}

std::string shown(const MeanWithInterval& mean) {
  const double half = mean.high ? *mean.high - mean.mean : 0;
  if (!(half > 0) || std::abs(mean.mean) >= 1e9)
    return shown(mean.mean, 5) + (mean.high ? " ± " + shown(half, 2) : "");
  const auto place = [](double value) {
    return value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value))));
  };
  const int decimals = std::max(0, std::min(1 - place(half), 4 - place(mean.mean)));
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, mean.mean);
  return std::string(text) + " ± " + shown(half, 2);
}

std::string in_words(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

Table::Table(std::vector<std::string> header, std::vector<bool> right) : right_(std::move(right)) {
  add(std::move(header));
}

void Table::add(std::vector<std::string> row) {
  for (auto& cell : row)
    cell = visible_line(cell);
  rows_.push_back(std::move(row));
}

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

/// Text columns become narrower, the widest first, as long as each word stays whole.
std::vector<std::size_t> Table::fitted(std::size_t width) const {
  auto widths = this->widths();
  std::vector<std::size_t> least(widths.size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      least[i] = std::max(least[i], right_[i] ? widths[i] : widest_word(row[i]));
  for (auto total = this->width(); total > width; --total) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (widths[i] > least[i] && (widest == widths.size() || widths[i] > widths[widest]))
        widest = i;
    if (widest == widths.size())
      break;
    --widths[widest];
  }
  return widths;
}

void Table::print(std::ostream& out, std::size_t width) const {
  if (right_.empty())
    return;
  const auto widths = fitted(width);
  const auto total = std::accumulate(widths.begin(), widths.end(), gap * (widths.size() - 1));
  // Where that is still too wide, a first cell that does not fit stands on a line of its own.
  const std::size_t first = total > width ? widths[0] - std::min(widths[0], total - width) : widths[0];
  for (const auto& row : rows_) {
    std::vector<std::vector<std::string>> cells;
    std::size_t lines = 1;
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells.push_back(lines_of(row[i], widths[i]));
      lines = std::max(lines, cells.back().size());
    }
    if (cells[0].size() == 1 && columns_of(cells[0][0]) > first) {
      out << cells[0][0] << '\n';
      cells[0][0].clear();
    }
    for (std::size_t number = 0; number < lines; ++number) {
      std::string line;
      for (std::size_t i = 0; i < cells.size(); ++i)
        line +=
            (i == 0 ? "" : std::string(gap, ' ')) +
            padded(number < cells[i].size() ? cells[i][number] : "", i == 0 ? first : widths[i], right_[i]);
      line.erase(line.find_last_not_of(' ') + 1);
      if (!line.empty() || lines > 1 || first == widths[0])
        out << line << '\n';
    }
  }
}

} // namespace malha
