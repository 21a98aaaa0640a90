// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace malha::page {

/// A table of a page. It escapes its texts.
class HtmlTable {
public:
  struct Column {
    std::string name;
    bool is_number = false;   ///< its cells hold numbers as written in a file, shown rounded
    bool is_filtered = false; ///< the page offers a choice among its values
    bool is_prose = false;    ///< its cells hold sentences
  };

  /// `caption` names the rows. A column whose cells are all empty is left out. Readers can sort a live table.
  /// The unrounded number is shown under the pointer.
  HtmlTable(std::string caption, std::vector<Column> columns, bool is_live = false);

  /// Adds a row of plain texts. The first one names the row.
  void add(const std::vector<std::string>& cells);
  bool empty() const { return rows_.empty(); }
  std::string html() const;

  /// Shows a fragment in a cell of the last row instead of its text, by which rows are still sorted and
  /// filtered. `title` is shown under the pointer.
  void show_last(std::size_t column, const std::string& fragment, const std::string& title = "");
  /// Limits the rows of a live table that are shown until a reader asks for all.
  void show_first(std::size_t rows) { first_ = rows; }

private:
  struct Cell {
    std::string text;
    std::string fragment; ///< shown instead of the text; empty: none
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
