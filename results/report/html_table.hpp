// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace malha::page {

/// A table of a page. Texts are escaped here.
class HtmlTable {
public:
  struct Column {
    std::string name;
    bool is_number = false;   ///< its cells hold numbers as a file has them
    bool is_filtered = false; ///< the page offers a choice among its values
    bool is_prose = false;    ///< its cells hold sentences
  };

  /// `caption` says what the rows are. A column whose cells are all empty is left out. A reader can sort a
  /// live table.
  HtmlTable(std::string caption, std::vector<Column> columns, bool is_live = false);

  /// Adds a row of plain texts. The first one names the row.
  void add(const std::vector<std::string>& cells);
  bool empty() const { return rows_.empty(); }
  std::string html() const;

  /// Has a cell show a fragment instead; rows are sorted and filtered by its text all the same.
  void show_last(std::size_t column, const std::string& fragment);

private:
  struct Cell {
    std::string text;
    std::string fragment; ///< what is shown; empty: the text
  };

  bool is_shown(std::size_t column) const;
  std::string header() const;
  std::string cell(std::size_t row, std::size_t column) const;

  std::string caption_;
  std::vector<Column> columns_;
  bool is_live_;
  std::vector<std::vector<Cell>> rows_;
};

} // namespace malha::page
