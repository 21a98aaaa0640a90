// SPDX-License-Identifier: MIT
#pragma once
#include "workflow.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace malha {

/// A workflow while its file is read: ids of tasks and names of files become numbers, and what is odd is
/// counted. `where` is the place with which messages begin.
class WorkflowDraft {
public:
  using Precedences = std::set<std::pair<int, int>>; ///< (before, after)
  static constexpr int nobody = -1;

  explicit WorkflowDraft(const WorkflowOptions& options) : options_(options) {}

  /// The number of a new task. Throws InputError for an id that another task has.
  int add_task(const std::string& where, const std::string& id);
  WorkflowTask& task(int number) { return workflow_.tasks[static_cast<std::size_t>(number)]; }
  const std::vector<WorkflowTask>& tasks() const { return workflow_.tasks; }
  /// The task of that id, or nobody.
  int find_task(const std::string& id) const;
  /// Throws InputError if there are none or too many.
  static void check_tasks(const std::string& where, std::size_t number);

  /// The number of the file of that name, and whether it is new. The first size that is given counts.
  std::pair<std::size_t, bool> add_file(const std::string& name, std::optional<Bytes> size);
  std::optional<std::size_t> find_file(const std::string& name) const;
  /// Has the task make or read the file. The uses of a task come one after the other. Throws InputError for a
  /// second maker, unless the options allow it.
  void use(const std::string& where, std::size_t file, int task, bool is_made);
  /// A file that has no size, and gets none by the options.
  std::optional<std::size_t> file_without_size() const;
  const std::vector<WorkflowFile>& files() const { return workflow_.files; }

  /// Has `after` wait for `before`. Returns whether it did not do so before.
  bool add_precedence(int before, int after) {
    const bool is_new = precedences_.emplace(before, after).second;
    twice_ += !is_new;
    return is_new;
  }
  const Precedences& precedences() const { return precedences_; }

  /// Counts an element or an attribute of that name, which is not read.
  void skip(const std::string& name) { ++skipped_[name]; }

  /// The workflow, with notes on what was counted. `skipped` says what was skipped: "elements".
  Workflow finish(const std::string& skipped = "");

private:
  std::int64_t precedences_by_files_alone() const;
  void note(const std::string& what, std::int64_t number);
  void note_skipped(const std::string& what);

  WorkflowOptions options_;
  Workflow workflow_;
  std::vector<bool> has_size_; ///< of each file
  std::unordered_map<std::string, int> tasks_;
  std::unordered_map<std::string, std::size_t> files_;
  Precedences precedences_;
  std::map<std::string, std::int64_t> skipped_;
  std::int64_t twice_ = 0, redefined_ = 0;
};

/// What may be odd in a workflow of any format: tasks that take no time, files that no task makes or reads,
/// and parts that no precedence connects.
std::vector<std::string> notes_on(const Workflow& workflow);

} // namespace malha
