// SPDX-License-Identifier: MIT
#include "policies/pull/choice.hpp"
#include "scenarios/runner/conformance/views.hpp"

#include <algorithm>
#include <set>

namespace malha::conformance {
namespace {

std::string class_of_job(JobId job, int task_class) {
  return "class " + std::to_string(task_class) + " of job " + std::to_string(job);
}

std::string broken_class_rule(const std::vector<double>& amounts, const Json& classes) {
  if (classes.size() != amounts.size())
    return std::to_string(classes.size()) + " classes for " + std::to_string(amounts.size()) + " amounts";
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] < 1)
      return "class " + classes[i].dump() + " is below 1";
    for (std::size_t j = 0; j < i; ++j)
      if (amounts[i] == amounts[j] && classes[i] != classes[j])
        return "equal amounts are of classes " + classes[j].dump() + " and " + classes[i].dump();
  }
  return "";
}

/// A grid and the jobs in its space, each with the works of its tasks. An answer has the classes of all
/// resources, those of the tasks of each job, and of each resource what it wants, as [job, class].
class GridAndJobs {
public:
  using Question = pull::Choice;

  void fields(Fields& field, Draw& draw) {
    const bool few = draw.one_in(2);
    const auto amounts = [&] {
      std::vector<double> drawn(draw.count(1, 12));
      for (auto& amount : drawn)
        amount = few ? draw.integer(1, 3) : draw.real(1e-3, 1e12);
      return drawn;
    };
    field("speeds", speeds_, above_0(), draw.once("speeds", amounts));
    field.need(!speeds_.empty(), "there is no resource");
    const auto ids = draw.children(0, 6);
    for (auto id = ids.rbegin(); id != ids.rend(); ++id)
      jobs_.push_back({*id, 0, 0});
    std::set<JobId> seen;
    std::set<std::int64_t> tickets;
    field.list("jobs", jobs_, [&](Fields& of_job, pull::OfferedJob& job) {
      of_job("id", job.id, job.id);
      of_job("ticket", job.ticket, draw.integer(0, 999) * 10 + job.id); // no two alike, in no order
      of_job("works", works_.emplace_back(), above_0(), amounts());
      job.tasks = static_cast<std::int64_t>(works_.back().size());
      of_job.need(!works_.back().empty(), "a job has no task");
      field.need(seen.insert(job.id).second && tickets.insert(job.ticket).second, "two jobs are alike");
    });
  }

  Json ask(pull::Choice& policy, Asking& asking) const {
    asking.stays("the speeds of the resources", speeds_);
    const auto classes = [&](const auto& amounts) {
      return asking.ask([&] { return policy.classes_of(amounts); });
    };
    const auto of_resources = classes(speeds_);
    Json chosen{{"resources", of_resources}, {"tasks", Json::array()}, {"wants", Json::array()}};
    for (const auto& works : works_)
      chosen["tasks"].push_back(classes(works));
    for (const int resource_class : of_resources) {
      Json wants = Json::array();
      for (const auto& one : asking.ask([&] { return policy.wanted({resource_class, jobs_}); }))
        wants.push_back({one.job, one.task_class});
      chosen["wants"].push_back(wants);
    }
    return chosen;
  }

  std::string broken_rule(const Json& chosen) const {
    if (const auto rule = broken_class_rule(speeds_, chosen.at("resources")); !rule.empty())
      return "resources: " + rule;
    for (std::size_t job = 0; job < jobs_.size(); ++job)
      if (const auto rule = broken_class_rule(works_[job], chosen.at("tasks").at(job)); !rule.empty())
        return "job " + std::to_string(jobs_[job].id) + ": " + rule;
    for (const auto& wants : chosen.at("wants"))
      if (const auto rule = broken_want_rule(chosen.at("tasks"), wants); !rule.empty())
        return rule;
    return "";
  }

private:
  /// What one resource wants: parts of jobs that are there, and every task that there is.
  std::string broken_want_rule(const Json& classes, const Json& wants) const {
    std::set<std::pair<JobId, int>> wanted;
    for (const auto& one : wants) {
      const std::pair part(one.at(0).get<JobId>(), one.at(1).get<int>());
      if (std::none_of(jobs_.begin(), jobs_.end(), [&](const auto& job) { return job.id == part.first; }))
        return class_of_job(part.first, part.second) + " is wanted, which is not there";
      if (!wanted.insert(part).second)
        return class_of_job(part.first, part.second) + " is wanted twice";
    }
    for (std::size_t job = 0; job < jobs_.size(); ++job)
      for (const auto& one : classes.at(job))
        if (const int task_class = one.get<int>(); wanted.count({jobs_[job].id, task_class}) == 0)
          return class_of_job(jobs_[job].id, task_class) + " is never wanted";
    return "";
  }

  std::vector<FlopsPerSecond> speeds_;
  std::vector<pull::OfferedJob> jobs_;
  std::vector<std::vector<Flops>> works_; ///< of the tasks of each job
};

} // namespace

MALHA_VIEWS(views<GridAndJobs>())

} // namespace malha::conformance
