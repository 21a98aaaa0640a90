// SPDX-License-Identifier: MIT
#pragma once
#include <iosfwd>
#include <string>
#include <string_view>
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
    some_runs, ///< under the condition `when`
    campaign   ///< once for all runs, in the folder of the command
  };

  std::string name;
  Of of;
  std::string content; ///< the content of the file, or of one of its rows
  std::string when;    ///< the runs that have it, if not all do
  std::vector<Column> columns = {};
  std::string note = ""; ///< explanation beside the columns, in Markdown
};

/// All files. Files of a run are in the order in which they are written: first files that only some runs
/// have, and last the manifest, which makes the other files a result.
const std::vector<ResultFile>& result_files();

/// The names of the files of one kind, in that order.
std::vector<std::string> names_of(ResultFile::Of of);

/// The columns of a CSV file.
const std::vector<Column>& columns_in(std::string_view file);

/// The first line of a CSV file, without its end.
std::string header_of(const std::string& file);

/// Prints the files of a run in Markdown: the files of every run with their columns, and a table of the
/// others.
void print_run_files(std::ostream& out);

} // namespace malha
