// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace malha {

/// One entry of a field map: what a value is, and where the file of a trace has it.
struct MappedField {
  std::string what;  ///< "submit", "nodes", …; "job.NAME" is kept in the metadata under that name
  std::string where; ///< name of a column, or number of a field
  std::string form;  ///< how it is written, "min", "date", …; empty: as it is where nothing is said
};

/// A field that a map may name.
struct KnownField {
  std::string what;
  std::vector<std::string> forms; ///< how it may be written; the first is the default
};

/// How dates and durations may be written. The first is the default.
extern const std::vector<std::string> date_forms, duration_forms;
/// How numbers of nodes may be written. The first is the default.
extern const std::vector<std::string> count_forms;
/// In which units amounts of memory may be written. The first is the default.
extern const std::vector<std::string> memory_forms;
/// Whose numbers the states of jobs are, where they are no words. The first is the default.
extern const std::vector<std::string> state_forms;
/// How laws of speed-up may be written: as `SpeedUp::read` takes them, or as the number of one law. The first
/// is the default.
extern const std::vector<std::string> law_forms;

/// Reads a setting such as "submit:submit_time:date,run:run_time": entries what:where or what:where:form.
/// Each entry is given the form that it leaves out. Throws InputError on a field that is not known or is
/// there twice, and on a form that it does not have. `setting` is the name in messages.
std::vector<MappedField> field_map(const std::string& setting, const std::string& text,
                                   const std::vector<KnownField>& known);

} // namespace malha
