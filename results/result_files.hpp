// SPDX-License-Identifier: MIT
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

namespace malha {

/// A column of a CSV file.
struct Column {
  std::string name;
  std::string unit = "";
  std::string meaning = ""; ///< in Markdown
  bool is_needed = false;   ///< `validate` needs it, from other tools too
};

/// A file that commands write.
struct ResultFile {
  enum class Of {
    every_run,
    some_runs, ///< see `when`
    campaign   ///< in the folder of the command
  };

  std::string name;
  Of of;
  std::string content; ///< what it holds, or a row of it
  std::string when;    ///< some runs: which
  std::vector<Column> columns = {};
  std::string note = ""; ///< what is to be known beside the columns, in Markdown
};

/// All of them. Those of a run are in the order in which they appear in its folder: those that only some runs
/// have first, the manifest last, since it makes the others a result.
const std::vector<ResultFile>& result_files();

/// The names of the files of that kind, in that order.
std::vector<std::string> names_of(ResultFile::Of of);

/// The columns of a CSV file.
const std::vector<Column>& columns_in(const std::string& file);

/// Its first line, without its end.
std::string header_of(const std::string& file);

/// The files of a run in Markdown: those of every run with their columns, and a table of the others.
void print_run_files(std::ostream& out);

} // namespace malha
