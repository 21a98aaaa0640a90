// SPDX-License-Identifier: MIT
#include "batsim_dependencies.hpp"

#include "policies/workflow/graph.hpp"

#include <algorithm>

namespace malha::batsim {
namespace {

constexpr std::size_t most_in_message = 10; ///< in a message

using Places = std::map<std::string, std::size_t>; ///< of jobs, by id

/// Throws InputError unless the job may wait for the other one. Both are not the same.
void check_link(const FileJob& job, const FileJob& other, const std::string& who) {
  if (!job.job.bag.empty())
    throw InputError(who + " has 'dependencies' and a 'bag'; valid: one of them");
  if (!other.job.bag.empty())
    throw InputError(who + ": 'dependencies' has " + other.id + ", which is in bag '" +
                     std::string(other.job.bag) + "'; valid: jobs in no bag");
}

/// Throws InputError if jobs wait for each other.
void check_order(const std::vector<FileJob>& jobs, std::vector<workflow::Edge> edges,
                 const std::string& file) {
  try {
    workflow::Graph(static_cast<int>(jobs.size()), std::move(edges));
  } catch (const workflow::Cycle& cycle) {
    std::string names;
    for (std::size_t i = 0; i < std::min(cycle.tasks.size(), most_in_message); ++i)
      names += (i > 0 ? ", " : "") + jobs[static_cast<std::size_t>(cycle.tasks[i])].id;
    throw InputError(
        file + ": " + std::to_string(cycle.tasks.size()) + " jobs wait for each other: " + names +
        (cycle.tasks.size() > most_in_message ? ", …" : "") + "; valid: 'dependencies' without a cycle");
  }
}

} // namespace

Dependencies::Dependencies(const Parameters& parameters, bool keeps_all)
    : are_kept_(!keeps_all && parameters.text("dependencies") != "ignore"),
      must_end_well_(parameters.text("dependencies") == "afterok") {}

void Dependencies::read(const JsonFields& job, const std::string& id) {
  const std::string valid = "an array of ids of other jobs";
  const auto& array = job.required("dependencies", valid);
  if (!array.is_array())
    job.refuse("dependencies", valid);
  std::vector<std::string> ids;
  for (const auto& one : array) {
    if (!one.is_string() && !one.is_number_integer())
      job.refuse("dependencies", valid);
    ids.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  if (std::binary_search(ids.begin(), ids.end(), id))
    job.fail(": 'dependencies' has " + id + ", the job itself; valid: ids of other jobs");
  if (!ids.empty())
    waits_.emplace(id, std::move(ids));
}

void Dependencies::apply(std::vector<FileJob>& jobs, const std::string& file,
                         std::vector<WorkloadNote>& notes) const {
  Places places;
  for (std::size_t place = 0; place < jobs.size(); ++place)
    places.emplace(jobs[place].id, place);
  std::vector<workflow::Edge> edges;
  for (const auto& [id, preceding] : waits_) {
    const auto who = file + ": job " + id;
    auto& job = jobs[places.at(id)];
    PrecedingJobs waits;
    for (const auto& other : preceding) {
      const auto found = places.find(other);
      if (found == places.end())
        throw InputError(who + ": 'dependencies' has " + shown(other) +
                         ", which no job of the file has; valid: ids of other jobs");
      check_link(job, jobs[found->second], who);
      waits.jobs.push_back(
          {jobs[found->second].job.id, must_end_well_ ? Dependency::after_ok : Dependency::after_any});
      ++jobs[found->second].job.followers;
      edges.push_back({static_cast<int>(found->second), static_cast<int>(places.at(id)), 0});
    }
    job.job.preceding = std::make_shared<const PrecedingJobs>(std::move(waits));
  }
  check_order(jobs, std::move(edges), file);
  if (any())
    notes.push_back({"wait for preceding jobs", static_cast<std::int64_t>(waits_.size())});
}

} // namespace malha::batsim
