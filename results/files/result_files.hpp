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
  bool is_needed = false;   ///< `validate` needs it, also in files of other tools
};

/// A file that commands write.
struct ResultFile {
  enum class Of {
    every_run,
    some_runs, ///< `when` says which
    campaign   ///< in the folder of the command
  };

  std::string name;
  Of of;
  std::string content; ///< what the file holds, or what a row of it is
  std::string when;    ///< which runs have it, where not all do
  std::vector<Column> columns = {};
  std::string note = ""; ///< what a reader should know besides the columns, in Markdown
};

/// All files. Those of a run are in the order in which they appear in its folder. Files that only some runs
/// have come first. The manifest comes last, because only with it the other files are a result.
const std::vector<ResultFile>& result_files();

/// The names of the files of one kind, in that order.
std::vector<std::string> names_of(ResultFile::Of of);

/// The columns of a CSV file.
const std::vector<Column>& columns_in(const std::string& file);

/// The first line of a CSV file, without its end.
std::string header_of(const std::string& file);

/// Prints the files of a run in Markdown: the files of every run with their columns, and a table of the
/// others.
void print_run_files(std::ostream& out);

} // namespace malha
