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
    bool is_number = false;   ///< its cells hold numbers as a file has them, which are shown rounded
    bool is_filtered = false; ///< the page offers a choice among its values
    bool is_prose = false;    ///< its cells hold sentences
  };

  /// `caption` says what the rows are. A column whose cells are all empty is left out. A reader can sort a
  /// live table. What a number is without rounding is shown under the pointer.
  HtmlTable(std::string caption, std::vector<Column> columns, bool is_live = false);

  /// Adds a row of plain texts. The first one names the row.
  void add(const std::vector<std::string>& cells);
  bool empty() const { return rows_.empty(); }
  std::string html() const;

  /// Has a cell show a fragment instead; rows are sorted and filtered by its text all the same. `title` is
  /// shown under the pointer.
  void show_last(std::size_t column, const std::string& fragment, const std::string& title = "");
  /// Of a live table, so many rows are shown until a reader asks for all.
  void show_first(std::size_t rows) { first_ = rows; }

private:
  struct Cell {
    std::string text;
    std::string fragment; ///< what is shown; empty: the text
    std::string title;    ///< empty: none
  };

  bool is_shown(std::size_t column) const;
  std::string header() const;
  std::string cell(std::size_t row, std::size_t column) const;

  std::string caption_;
  std::vector<Column> columns_;
  bool is_live_;
  std::size_t first_ = 0; ///< 0: all
  std::vector<std::vector<Cell>> rows_;
};

} // namespace malha::page
