// SPDX-License-Identifier: MIT
#include "workflow_draft.hpp"

#include "policies/sdk/errors.hpp"

#include <algorithm>
#include <numeric>

namespace malha {
namespace {

std::string noted(const std::string& what, std::int64_t number) {
  return what + ": " + std::to_string(number);
}

/// Tasks in parts: two tasks are in one part if one waits for the other.
class Parts {
public:
  explicit Parts(std::size_t tasks) : parts_(static_cast<std::int64_t>(tasks)), next_(tasks) {
    std::iota(next_.begin(), next_.end(), 0);
  }
  void join(int a, int b) {
    const auto one = head_of(a), other = head_of(b);
    parts_ -= one != other;
    next_[std::max(one, other)] = std::min(one, other);
  }
  std::int64_t number() const { return parts_; }

private:
  std::size_t head_of(int task) {
    auto at = static_cast<std::size_t>(task);
    for (; next_[at] != at; at = next_[at])
      next_[at] = next_[next_[at]]; // halves the way for those who come later
    return at;
  }

  std::int64_t parts_;
  std::vector<std::size_t> next_; ///< of each task, another one of its part, or itself
};

std::int64_t parts_of(const Workflow& workflow) {
  Parts parts(workflow.tasks.size());
  for (const auto& [before, after] : workflow.precedences)
    parts.join(before, after);
  for (const auto& file : workflow.files)
    if (!file.producers.empty() && !file.consumers.empty())
      for (const auto* users : {&file.producers, &file.consumers})
        for (const int task : *users)
          parts.join(file.producers.front(), task);
  return parts.number();
}

bool takes_no_time(const Workflow& workflow, std::size_t task) {
  if (!workflow.hosts)
    return workflow.tasks[task].length == 0 && workflow.tasks[task].work <= 0;
  const auto hosts = workflow.hosts->names.size();
  const auto row = workflow.hosts->rows.begin() + static_cast<std::ptrdiff_t>(task * hosts);
  return std::all_of(row, row + static_cast<std::ptrdiff_t>(hosts), [](Seconds time) { return time == 0; });
}

} // namespace

int WorkflowDraft::add_task(const std::string& where, const std::string& id) {
  const auto number = static_cast<int>(workflow_.tasks.size());
  if (!tasks_.emplace(id, number).second)
    throw InputError(where + ": two tasks have the id '" + id + "'; valid: ids that differ");
  workflow_.tasks.emplace_back().id = id;
  return number;
}

int WorkflowDraft::find_task(const std::string& id) const {
  const auto found = tasks_.find(id);
  return found == tasks_.end() ? nobody : found->second;
}

void WorkflowDraft::check_tasks(const std::string& where, std::size_t number) {
  constexpr std::size_t most = 10'000'000;
  if (number < 1 || number > most)
    throw InputError(where + ": has " + std::to_string(number) + " tasks; valid: from 1 to " +
                     std::to_string(most));
}

std::pair<std::size_t, bool> WorkflowDraft::add_file(const std::string& name, std::optional<Bytes> size) {
  const auto [place, is_new] = files_.emplace(name, workflow_.files.size());
  const auto number = place->second;
  if (is_new) {
    workflow_.files.push_back({name, 0, {}, {}});
    has_size_.push_back(false);
  }
  auto& file = workflow_.files[number];
  if (size && !has_size_[number]) {
    file.size = *size;
    has_size_[number] = true;
  }
  redefined_ += size && file.size != *size;
  return {number, is_new};
}

std::optional<std::size_t> WorkflowDraft::find_file(const std::string& name) const {
  const auto found = files_.find(name);
  return found == files_.end() ? std::nullopt : std::optional(found->second);
}

void WorkflowDraft::use(const std::string& where, std::size_t file, int task, bool is_made) {
  auto& used = workflow_.files[file];
  auto& users = is_made ? used.producers : used.consumers;
  if (!users.empty() && users.back() == task)
    return;
  if (is_made && !users.empty() && !options_.joins_producers)
    throw InputError(where + ": file '" + used.name + "' is made by tasks '" + this->task(users.front()).id +
                     "' and '" + this->task(task).id + "'; valid: one of them, or producers=all");
  users.push_back(task);
}

std::optional<std::size_t> WorkflowDraft::file_without_size() const {
  const auto found = std::find(has_size_.begin(), has_size_.end(), false);
  return found == has_size_.end() || options_.file_size
             ? std::nullopt
             : std::optional(static_cast<std::size_t>(found - has_size_.begin()));
}

Workflow WorkflowDraft::finish(const std::string& skipped) {
  if (options_.file_size)
    for (std::size_t number = 0; number < has_size_.size(); ++number)
      if (!has_size_[number])
        workflow_.files[number].size = *options_.file_size;
  workflow_.precedences.assign(precedences_.begin(), precedences_.end());
  note("precedences that are there twice", twice_);
  note("precedences that follow from files, and not from parents", precedences_by_files_alone());
  note("files whose size is given again, and differs: the first counts", redefined_);
  note_skipped(skipped);
  return std::move(workflow_);
}

std::int64_t WorkflowDraft::precedences_by_files_alone() const {
  Precedences by_files;
  for (const auto& file : workflow_.files)
    for (const int producer : file.producers)
      for (const int consumer : file.consumers)
        if (const std::pair pair(producer, consumer); precedences_.count(pair) == 0)
          by_files.insert(pair);
  return static_cast<std::int64_t>(by_files.size());
}

void WorkflowDraft::note(const std::string& what, std::int64_t number) {
  if (number > 0)
    workflow_.notes.push_back(noted(what, number));
}

void WorkflowDraft::note_skipped(const std::string& what) {
  constexpr std::size_t most = 5;
  std::vector<std::string> names;
  std::int64_t number = 0;
  for (const auto& [name, times] : skipped_) {
    number += times;
    if (names.size() < most)
      names.push_back(name);
  }
  if (skipped_.size() > most)
    names.emplace_back("…");
  note(what + " that are not read (" + listed(names) + ")", number);
}

std::vector<std::string> notes_on(const Workflow& workflow) {
  std::vector<std::string> notes;
  std::int64_t idle = 0, unused = 0;
  for (std::size_t task = 0; task < workflow.tasks.size(); ++task)
    idle += takes_no_time(workflow, task);
  for (const auto& file : workflow.files)
    unused += file.producers.empty() && file.consumers.empty();
  if (idle > 0)
    notes.push_back(noted("tasks that take no time", idle));
  if (unused > 0)
    notes.push_back(noted("files that no task makes or reads", unused));
  if (const auto parts = parts_of(workflow); parts > 1)
    notes.push_back(noted("parts that no precedence connects", parts));
  return notes;
}

} // namespace malha
