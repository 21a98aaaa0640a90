// SPDX-License-Identifier: MIT
#include "wf_format.hpp"

#include "json_fields.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

namespace malha {
namespace {

using nlohmann::json;

constexpr std::size_t most_tasks = 10'000'000;

/// Reads one file. In 1.4 a task has its run time and its files itself; from 1.5 on `specification` has the
/// tasks and the files, and `execution` the run times.
class WfFormat {
public:
  WfFormat(std::string file, const json& content, const WorkflowOptions& options)
      : file_(std::move(file)), options_(options), top_(file_, content),
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
    add_notes();
    return std::move(workflow_);
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
  WorkflowFile& file(std::size_t number) { return workflow_.files[number]; }

  void read_files(const json& files) {
    for (std::size_t number = 0; number < files.size(); ++number) {
      const JsonFields fields(file_ + ": file at position " + std::to_string(number), files[number]);
      if (!add_file(fields.line("id"), size_in(fields)).second)
        fields.refuse("id", "a name that no other file has");
    }
  }
  std::pair<std::size_t, bool> add_file(const std::string& name, Bytes size) {
    const auto [place, is_new] = files_.emplace(name, workflow_.files.size());
    if (is_new)
      workflow_.files.push_back({name, size, {}, {}});
    return {place->second, is_new};
  }

  void read_tasks(const json& tasks, bool have_all) {
    if (tasks.empty() || tasks.size() > most_tasks)
      throw InputError(file_ + ": has " + std::to_string(tasks.size()) + " tasks; valid: from 1 to " +
                       std::to_string(most_tasks));
    for (std::size_t number = 0; number < tasks.size(); ++number) {
      // Before 1.5 the id of a task is optional, and its name stands for it.
      const bool is_named = have_all && tasks[number].is_object() && !tasks[number].contains("id");
      const auto fields =
          is_named ? JsonFields(file_ + ": task at position " + std::to_string(number), tasks[number])
                   : task_fields(number, tasks[number]);
      auto& task = workflow_.tasks.emplace_back();
      task.id = fields.line(is_named ? "name" : "id");
      if (!numbers_.emplace(task.id, static_cast<int>(number)).second)
        throw InputError(file_ + ": two tasks have the id '" + task.id + "'; valid: ids that differ");
      if (have_all)
        if (const auto [named, is_new] = named_.emplace(fields.line("name"), static_cast<int>(number));
            !is_new)
          named->second = several;
      if (have_all)
        read_own_files(fields, static_cast<int>(number));
      else
        read_named_files(fields, static_cast<int>(number));
      if (have_all)
        read_run_time(fields, static_cast<int>(number), "cores");
    }
    tasks_ = &tasks;
  }

  void read_named_files(const JsonFields& fields, int task) {
    for (const bool is_output : {false, true}) {
      const char* const key = is_output ? "outputFiles" : "inputFiles";
      if (!fields.has(key))
        continue;
      for (const auto& name : array_in(fields, key, "ids of files")) {
        const auto found = name.is_string() ? files_.find(name.get_ref<const std::string&>()) : files_.end();
        if (found == files_.end())
          fields.fail(": '" + std::string(key) + "' has " + shown(name) +
                      "; valid: the id of a file of 'files'");
        use(found->second, task, is_output);
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
      const auto [number, is_new] = add_file(of_file.line("name"), size);
      redefined_ += !is_new && file(number).size != size;
      use(number, task, link == "output");
    }
  }
  void use(std::size_t number, int task, bool is_output) {
    auto& users = is_output ? file(number).producers : file(number).consumers;
    if (!users.empty() && users.back() == task) // tasks come one after the other
      return;
    if (is_output && !users.empty() && !options_.joins_producers)
      throw InputError(file_ + ": file '" + file(number).name + "' is made by tasks '" + id(users.front()) +
                       "' and '" + id(task) + "'; valid: one of them, or producers=all");
    users.push_back(task);
  }
  const std::string& id(int task) const { return workflow_.tasks[static_cast<std::size_t>(task)].id; }

  void read_execution() {
    if (!body_.has("execution"))
      return;
    const JsonFields execution(file_ + ": execution", body_.object()["execution"]);
    std::set<int> executed;
    for (const auto& one : array_in(execution, "tasks", "tasks with their run times")) {
      const JsonFields fields(file_ + ": execution: a task", one);
      const auto found = numbers_.find(fields.line("id"));
      if (found == numbers_.end())
        fields.refuse("id", "the id of a task of 'specification'");
      if (!executed.insert(found->second).second)
        fields.refuse("id", "an id that no other task of 'execution' has");
      read_run_time({file_ + ": execution: task '" + found->first + "'", one}, found->second, "coreCount");
    }
  }
  void read_run_time(const JsonFields& fields, int number, const char* cores) {
    auto& task = workflow_.tasks[static_cast<std::size_t>(number)];
    has_run_time_.resize(workflow_.tasks.size());
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
    has_run_time_.resize(workflow_.tasks.size());
    for (std::size_t number = 0; number < workflow_.tasks.size(); ++number)
      if (!has_run_time_[number]) {
        if (!options_.run_time)
          throw InputError(file_ + ": task '" + workflow_.tasks[number].id +
                           "' has no runtimeInSeconds; valid: one, or run_time=SECONDS for all such tasks");
        workflow_.tasks[number].length = *options_.run_time;
      }
  }

  /// The task of that id, or in 1.4 of that name.
  int task_called(const std::string& name) const {
    if (const auto found = numbers_.find(name); found != numbers_.end())
      return found->second;
    const auto found = named_.find(name);
    return found == named_.end() ? nobody : found->second;
  }

  using Pairs = std::set<std::pair<int, int>>;

  /// The pairs (before, after) by `parents` or by `children` of all tasks.
  Pairs pairs_by(const char* key, bool are_parents) {
    Pairs pairs;
    for (std::size_t number = 0; number < tasks_->size(); ++number) {
      const JsonFields fields(file_ + ": task '" + workflow_.tasks[number].id + "'", (*tasks_)[number]);
      if (!fields.has(key))
        continue;
      for (const auto& name : array_in(fields, key, "ids of tasks")) {
        const int relative = name.is_string() ? task_called(name.get_ref<const std::string&>()) : nobody;
        if (relative < 0)
          fields.fail(": '" + std::string(key) + "' has " + shown(name) +
                      (relative == several ? "; valid: the id of a task, since several tasks have this name"
                                           : "; valid: the id of a task"));
        const int task = static_cast<int>(number);
        const bool is_new =
            pairs.insert(are_parents ? std::pair(relative, task) : std::pair(task, relative)).second;
        twice_ += are_parents && !is_new;
      }
    }
    return pairs;
  }
  void join_relatives() {
    const auto by_parents = pairs_by("parents", true);
    const bool have_children = std::any_of(tasks_->begin(), tasks_->end(),
                                           [](const json& task) { return task.contains("children"); });
    if (have_children) {
      const auto by_children = pairs_by("children", false);
      Pairs others;
      std::set_symmetric_difference(by_parents.begin(), by_parents.end(), by_children.begin(),
                                    by_children.end(), std::inserter(others, others.end()));
      if (!others.empty()) {
        const auto& [before, after] = *others.begin();
        const bool is_parent = by_parents.count(*others.begin()) > 0;
        throw InputError(file_ + ": task '" + id(before) +
                         (is_parent ? "' is a parent of '" : "' has the child '") + id(after) +
                         (is_parent ? "', which is not among its children" : "', of which it is no parent") +
                         "; valid: parents and children that agree");
      }
    }
    workflow_.precedences.assign(by_parents.begin(), by_parents.end());
    Pairs by_files;
    for (const auto& one : workflow_.files)
      for (const int producer : one.producers)
        for (const int consumer : one.consumers)
          by_files.emplace(producer, consumer);
    by_files_alone_ = std::count_if(by_files.begin(), by_files.end(),
                                    [&](const auto& pair) { return by_parents.count(pair) == 0; });
  }

  void add_notes() {
    const auto of_no_length = std::count_if(workflow_.tasks.begin(), workflow_.tasks.end(),
                                            [](const WorkflowTask& task) { return task.length == 0; });
    const auto add = [this](std::int64_t number, const std::string& what) {
      if (number > 0)
        workflow_.notes.push_back(what + ": " + std::to_string(number));
    };
    add(of_no_length, "tasks that take no time");
    add(twice_, "precedences that are there twice");
    add(by_files_alone_, "precedences that follow from files, and not from parents");
    add(redefined_, "files whose size is given again, and differs: the first counts");
    add(fractional_, "tasks on parts of cores, which are rounded up");
  }

  std::string file_;
  WorkflowOptions options_;
  JsonFields top_, body_;
  bool is_flat_ = false;
  Workflow workflow_;
  const json* tasks_ = nullptr;
  static constexpr int nobody = -1, several = -2; ///< no task has a name, or several have it
  std::unordered_map<std::string, int> numbers_;  ///< of tasks by their ids
  std::unordered_map<std::string, int> named_;    ///< of tasks by their names, in 1.4
  std::unordered_map<std::string, std::size_t> files_;
  std::vector<bool> has_run_time_;
  std::int64_t twice_ = 0, by_files_alone_ = 0, redefined_ = 0, fractional_ = 0;
};

} // namespace

Workflow wf_format_workflow(const std::string& file, const json& content, const WorkflowOptions& options) {
  return WfFormat(file, content, options).read();
}

} // namespace malha
