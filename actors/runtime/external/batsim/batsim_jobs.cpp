// SPDX-License-Identifier: MIT
#include "batsim_jobs.hpp"

#include "actors/model/broken_rule.hpp"
#include "policies/sdk/beginning.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha::external {
namespace {

const std::string workload_prefix = "w0!";

/// The numbers of task and attempt in a name; nothing if it is none.
std::optional<std::pair<TaskId, int>> numbers_in(const std::string& name) {
  if (name.compare(0, workload_prefix.size(), workload_prefix) != 0)
    return std::nullopt;
  const auto mark = name.find('#');
  const auto task = parse_number<TaskId>(
      std::string_view(name).substr(workload_prefix.size(), mark - workload_prefix.size()));
  const auto attempt =
      mark == std::string::npos ? 0 : parse_number<int>(std::string_view(name).substr(mark + 1));
  return task && attempt ? std::optional(std::pair(*task, *attempt)) : std::nullopt;
}

} // namespace

std::string BatsimJob::name() const {
  return workload_prefix + std::to_string(id) + (attempt > 0 ? "#" + std::to_string(attempt) : "");
}

BatsimJob& BatsimJobs::arrived(const cluster::QueuedJob& job) {
  const auto [place, is_new] = jobs_.try_emplace(job.id);
  auto& known = place->second;
  const int attempt = is_new ? 0 : known.attempt + 1;
  known = {job.id, job.handle, attempt, BatsimJob::State::waits, 0, job.walltime, false, {}};
  return known;
}

BatsimJob* BatsimJobs::find(TaskId id) {
  const auto found = jobs_.find(id);
  return found == jobs_.end() ? nullptr : &found->second;
}

BatsimJob* BatsimJobs::waiting(cluster::JobHandle handle) {
  const auto found = std::find_if(jobs_.begin(), jobs_.end(), [handle](const auto& one) {
    return one.second.state == BatsimJob::State::waits && one.second.handle == handle;
  });
  return found == jobs_.end() ? nullptr : &found->second;
}

BatsimJob& BatsimJobs::named(const std::string& name) {
  const auto numbers = numbers_in(name);
  auto* const job = numbers ? find(numbers->first) : nullptr;
  if (job == nullptr || numbers->second > job->attempt || numbers->second < 0)
    throw BrokenRule("it names job '" + beginning_of(name.c_str(), 60) + "', which was not submitted");
  if (numbers->second == job->attempt)
    return *job;
  earlier_attempt_ = *job;
  earlier_attempt_.attempt = numbers->second;
  earlier_attempt_.state = BatsimJob::State::ended;
  return earlier_attempt_;
}

} // namespace malha::external
