// SPDX-License-Identifier: MIT
#include "job_links.hpp"

#include "trace_jobs.hpp"

#include <algorithm>

namespace malha {

ParameterSpec dependencies_parameter() {
  return choice("dependencies", "ignore", {"ignore", "afterany", "afterok"},
                "jobs that wait for others by their file: they do not; they are submitted when those have "
                "ended; or the same, and never run if one of those does not end well");
}

JobLinks::JobLinks(const Parameters& parameters, bool keeps_all)
    : are_kept_(!keeps_all && parameters.text("dependencies") != "ignore"),
      kind_(parameters.text("dependencies") == "afterok" ? Dependency::after_ok : Dependency::after_any) {}

void JobLinks::add(JobId job, JobLink link) {
  std::stable_sort(link.preceding.begin(), link.preceding.end(),
                   [](auto& a, auto& b) { return a.job < b.job; });
  link.preceding.erase(std::unique(link.preceding.begin(), link.preceding.end(),
                                   [](auto& a, auto& b) { return a.job == b.job && a.kind == b.kind; }),
                       link.preceding.end());
  if (!link.preceding.empty() || link.is_singleton)
    links_.emplace(job, std::move(link));
  else
    think_times_alone_ += link.think_time.value_or(0) > 0;
}

void JobLinks::apply(std::vector<Job>& jobs,
                     const std::function<void(std::size_t, const std::string&)>& refuse) {
  Places places;
  for (std::size_t place = 0; place < jobs.size(); ++place)
    places.emplace(jobs[place].id, place);
  std::vector<bool> leaves(jobs.size());
  for (std::size_t place = 0; place < jobs.size(); ++place) {
    const auto found = links_.find(jobs[place].id);
    if (found == links_.end())
      continue;
    if (found->second.is_singleton)
      add_singleton(jobs, place, found->second);
    if (const auto flaw = flaw_of(jobs[place], found->second, places, place); flaw.empty()) {
      link(jobs, place, found->second, places);
    } else {
      refuse(found->second.place, flaw);
      leaves[place] = true;
      places.erase(jobs[place].id);
      leave_out(jobs[place].id);
    }
  }
  std::size_t kept = 0;
  for (std::size_t place = 0; place < jobs.size(); ++place)
    if (!leaves[place] && kept++ != place)
      jobs[kept - 1] = std::move(jobs[place]);
  jobs.resize(kept);
  sort_by_submission(jobs, [](const Job& job) { return job.submitted; });
}

/// What is wrong with what the job waits for; "": nothing.
std::string JobLinks::flaw_of(const Job& job, const JobLink& link, const Places& places,
                              std::size_t place) const {
  JobId before = -1;
  for (const auto& [preceding, kind, delay] : link.preceding) {
    const auto found = places.find(preceding);
    const auto number = std::to_string(preceding);
    if (preceding == job.id)
      return number + ", the job itself";
    if (std::exchange(before, preceding) == preceding)
      return number + ", for which it waits in two ways";
    if (found != places.end() && found->second > place)
      return number + ", which is submitted later";
    if (found == places.end() && left_out_.count(preceding) == 0)
      return number + ", which no job of the file has";
  }
  return "";
}

void JobLinks::link(std::vector<Job>& jobs, std::size_t place, const JobLink& link, const Places& places) {
  PrecedingJobs waits{{}, link.think_time.value_or(0), link.one_suffices};
  Seconds earliest = 0;
  for (const auto& preceding : link.preceding)
    if (const auto found = places.find(preceding.job); found != places.end()) {
      waits.jobs.push_back(preceding);
      ++jobs[found->second].followers;
      earliest = std::max(earliest, jobs[found->second].submitted);
    }
  not_replayed_ += waits.jobs.size() < link.preceding.size();
  if (waits.jobs.empty())
    return;
  ++waiting_;
  if (link.think_time)
    move_to(jobs[place], earliest);
  jobs[place].preceding = std::make_shared<const PrecedingJobs>(std::move(waits));
}

/// Lets the job wait for the ends of all earlier jobs of its user with its name.
void JobLinks::add_singleton(const std::vector<Job>& jobs, std::size_t place, JobLink& link) const {
  const auto& own = jobs[place];
  for (std::size_t i = 0; i < place; ++i) {
    const bool is_known = std::any_of(link.preceding.begin(), link.preceding.end(),
                                      [&](const PrecedingJob& one) { return one.job == jobs[i].id; });
    if (jobs[i].user == own.user && jobs[i].name == own.name && !is_known)
      link.preceding.push_back({jobs[i].id});
  }
}

void JobLinks::add_to(std::vector<WorkloadNote>& notes) const {
  notes.push_back({"wait for preceding jobs", waiting_});
  notes.push_back({"do not wait for a preceding job, which is not replayed", not_replayed_});
  notes.push_back({"ignored: think time without a preceding job", think_times_alone_});
}

} // namespace malha
