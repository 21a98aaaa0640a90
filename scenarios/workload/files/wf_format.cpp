// SPDX-License-Identifier: MIT
#include "wf_format.hpp"

#include "json_fields.hpp"
#include "wf_metrics.hpp"
#include "workflow_draft.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

namespace malha {
namespace {

using nlohmann::json;

/// Reads one file. In 1.4 a task has its run time and its files itself; from 1.5 on `specification` has the
/// tasks and the files, and `execution` the run times.
class WfFormat {
public:
  WfFormat(std::string file, const json& content, const WorkflowOptions& options)
      : file_(std::move(file)), options_(options), draft_(options), top_(file_, content),
        body_(file_ + ": workflow", top_.required("workflow", "an object")) {
    const std::string valid = "1.4, 1.5, 1.6; the migration script of WfCommons rewrites older files";
    const auto& version = top_.required("schemaVersion", valid);
    if (version != "1.4" && version != "1.5" && version != "1.6")
      top_.refuse("schemaVersion", valid);
    is_flat_ = version == "1.4";
  }

  Workflow read() {
    if (is_flat_) {
      read_tasks(array_in(body_, "tasks", "tasks"), true);
    } else {
      const JsonFields specification(file_ + ": specification",
                                     body_.required("specification", "an object with tasks and files"));
      if (specification.has("files"))
        read_files(array_in(specification, "files", "files"));
      read_tasks(array_in(specification, "tasks", "tasks"), false);
      read_execution();
    }
    join_relatives();
    complete_run_times();
    auto workflow = draft_.finish();
    if (fractional_ > 0)
      workflow.notes.push_back("tasks on parts of cores, which are rounded up: " +
                               std::to_string(fractional_));
    if (!is_flat_)
      note_wrong_metrics(file_, body_.object(), workflow);
    return workflow;
  }

private:
  static const json& array_in(const JsonFields& fields, const char* key, const char* of_what) {
    const std::string valid = std::string("an array of ") + of_what;
    const auto& array = fields.required(key, valid);
    if (!array.is_array())
      fields.refuse(key, valid);
    return array;
  }
  JsonFields task_fields(std::size_t number, const json& task) const {
    const JsonFields nameless(file_ + ": task at position " + std::to_string(number), task);
    return {file_ + ": task '" + nameless.line("id") + "'", task};
  }
  static Bytes size_in(const JsonFields& fields) {
    const std::string valid = "an integer, at least 0";
    const auto& size = fields.required("sizeInBytes", valid);
    if (!size.is_number_integer() || size < 0)
      fields.refuse("sizeInBytes", valid);
    return size.get<double>();
  }

  void read_files(const json& files) {
    for (std::size_t number = 0; number < files.size(); ++number) {
      const JsonFields fields(file_ + ": file at position " + std::to_string(number), files[number]);
      if (!draft_.add_file(fields.line("id"), size_in(fields)).second)
        fields.refuse("id", "a name that no other file has");
    }
  }

  void read_tasks(const json& tasks, bool have_all) {
    WorkflowDraft::check_tasks(file_, tasks.size());
    for (std::size_t number = 0; number < tasks.size(); ++number) {
      // Before 1.5 the id of a task is optional, and its name stands for it.
      const bool is_named = have_all && tasks[number].is_object() && !tasks[number].contains("id");
      const auto fields =
          is_named ? JsonFields(file_ + ": task at position " + std::to_string(number), tasks[number])
                   : task_fields(number, tasks[number]);
      const int task = draft_.add_task(file_, fields.line(is_named ? "name" : "id"));
      if (have_all)
        if (const auto [named, is_new] = named_.emplace(fields.line("name"), task); !is_new)
          named->second = several;
      if (have_all)
        read_own_files(fields, task);
      else
        read_named_files(fields, task);
      if (have_all)
        read_run_time(fields, task, "cores");
    }
    tasks_ = &tasks;
  }

  void read_named_files(const JsonFields& fields, int task) {
    for (const bool is_output : {false, true}) {
      const char* const key = is_output ? "outputFiles" : "inputFiles";
      if (!fields.has(key))
        continue;
      for (const auto& name : array_in(fields, key, "ids of files")) {
        const auto found =
            name.is_string() ? draft_.find_file(name.get_ref<const std::string&>()) : std::nullopt;
        if (!found)
          fields.fail(": '" + std::string(key) + "' has " + shown(name) +
                      "; valid: the id of a file of 'files'");
        draft_.use(file_, *found, task, is_output);
      }
    }
  }
  void read_own_files(const JsonFields& fields, int task) {
    if (!fields.has("files"))
      return;
    for (const auto& one : array_in(fields, "files", "files")) {
      const JsonFields of_file(fields.who() + ": a file", one);
      const auto link = of_file.line("link");
      if (link != "input" && link != "output")
        of_file.refuse("link", "input, output");
      const Bytes size = size_in(of_file);
      draft_.use(file_, draft_.add_file(of_file.line("name"), size).first, task, link == "output");
    }
  }
  const std::string& id(int task) const { return draft_.tasks()[static_cast<std::size_t>(task)].id; }

  void read_execution() {
    if (!body_.has("execution"))
      return;
    const JsonFields execution(file_ + ": execution", body_.object()["execution"]);
    std::set<int> executed;
    for (const auto& one : array_in(execution, "tasks", "tasks with their run times")) {
      const JsonFields fields(file_ + ": execution: a task", one);
      const int task = draft_.find_task(fields.line("id"));
      if (task < 0)
        fields.refuse("id", "the id of a task of 'specification'");
      if (!executed.insert(task).second)
        fields.refuse("id", "an id that no other task of 'execution' has");
      read_run_time({file_ + ": execution: task '" + id(task) + "'", one}, task, "coreCount");
    }
  }
  void read_run_time(const JsonFields& fields, int number, const char* cores) {
    auto& task = draft_.task(number);
    has_run_time_.resize(draft_.tasks().size());
    if (fields.has("runtimeInSeconds")) {
      task.length = fields.number("runtimeInSeconds");
      has_run_time_[static_cast<std::size_t>(number)] = true;
    }
    if (fields.has(cores)) {
      constexpr double most = 1e6;
      const double given = fields.number(cores);
      if (given > most)
        fields.refuse(cores, "a number, at most 1000000");
      task.cores = std::max(1, static_cast<int>(std::ceil(given)));
      fractional_ += given != std::ceil(given);
    }
  }
  void complete_run_times() {
    has_run_time_.resize(draft_.tasks().size());
    for (std::size_t number = 0; number < has_run_time_.size(); ++number)
      if (!has_run_time_[number]) {
        const int task = static_cast<int>(number);
        if (!options_.run_time)
          throw InputError(file_ + ": task '" + id(task) +
                           "' has no runtimeInSeconds; valid: one, or run_time=SECONDS for all such tasks");
        draft_.task(task).length = *options_.run_time;
      }
  }

  /// The task of that id, or in 1.4 of that name.
  int task_called(const std::string& name) const {
    if (const int found = draft_.find_task(name); found >= 0)
      return found;
    const auto found = named_.find(name);
    return found == named_.end() ? nobody : found->second;
  }

  /// Calls `take(before, after)` for each pair by `parents` or by `children` of all tasks.
  template <class Take>
  void take_pairs(const char* key, bool are_parents, Take take) const {
    for (std::size_t number = 0; number < tasks_->size(); ++number) {
      const int task = static_cast<int>(number);
      const JsonFields fields(file_ + ": task '" + id(task) + "'", (*tasks_)[number]);
      if (!fields.has(key))
        continue;
      for (const auto& name : array_in(fields, key, "ids of tasks")) {
        const int relative = name.is_string() ? task_called(name.get_ref<const std::string&>()) : nobody;
        if (relative < 0)
          fields.fail(": '" + std::string(key) + "' has " + shown(name) +
                      (relative == several ? "; valid: the id of a task, since several tasks have this name"
                                           : "; valid: the id of a task"));
        take(are_parents ? relative : task, are_parents ? task : relative);
      }
    }
  }
  void join_relatives() {
    take_pairs("parents", true, [this](int before, int after) { draft_.add_precedence(before, after); });
    const bool have_children = std::any_of(tasks_->begin(), tasks_->end(),
                                           [](const json& task) { return task.contains("children"); });
    if (!have_children)
      return;
    const auto& by_parents = draft_.precedences();
    WorkflowDraft::Precedences by_children, others;
    take_pairs("children", false, [&](int before, int after) { by_children.emplace(before, after); });
    std::set_symmetric_difference(by_parents.begin(), by_parents.end(), by_children.begin(),
                                  by_children.end(), std::inserter(others, others.end()));
    if (others.empty())
      return;
    const auto& [before, after] = *others.begin();
    const bool is_parent = by_parents.count(*others.begin()) > 0;
    throw InputError(file_ + ": task '" + id(before) +
                     (is_parent ? "' is a parent of '" : "' has the child '") + id(after) +
                     (is_parent ? "', which is not among its children" : "', of which it is no parent") +
                     "; valid: parents and children that agree");
  }

  std::string file_;
  WorkflowOptions options_;
  WorkflowDraft draft_;
  JsonFields top_, body_;
  bool is_flat_ = false;
  const json* tasks_ = nullptr;
  static constexpr int nobody = WorkflowDraft::nobody, several = -2; ///< no task has a name, or several do
  std::unordered_map<std::string, int> named_;                       ///< of tasks by their names, in 1.4
  std::vector<bool> has_run_time_;
  std::int64_t fractional_ = 0;
};

} // namespace

Workflow wf_format_workflow(const std::string& file, const json& content, const WorkflowOptions& options) {
  return WfFormat(file, content, options).read();
}

} // namespace malha
