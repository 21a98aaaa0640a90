// SPDX-License-Identifier: MIT
#include "policies/multicluster/queue.hpp"

#include "scenarios/runner/conformance/books/grid_of_clusters.hpp"
#include "scenarios/runner/conformance/views.hpp"

#include <algorithm>

namespace malha::conformance {
namespace {

constexpr int state_of_all = 9; ///< of all clusters

/// Jobs in the upper queue. Some were refused in this pass, some chose a cluster before. An answer is null,
/// or a job and how it is handed over.
class Waiting {
public:
  using Question = multicluster::UpperQueue;

  void fields(Fields& field, Draw& draw) {
    clusters_field(field, clusters_, draw);
    const int last = static_cast<int>(clusters_.size()) - 1, first_id = draw.integer(0, 9);
    for (int number = draw.integer(0, 6); number > 0; --number)
      jobs_.push_back({first_id + static_cast<TaskId>(jobs_.size())});
    TaskId before = -1;
    field.list("jobs", jobs_, [&](Fields& of_job, multicluster::UpperJob& job) {
      of_job("id", job.id, job.id);
      of_job("size", job.size, from(1), draw.integer(1, 8));
      if (of_job.has("chose", draw.one_in(2))) {
        job.choice = multicluster::RememberedChoice{0, state_of_all};
        of_job("chose", job.choice->cluster, from(0, last), draw.integer(0, last));
        of_job("in_state", job.choice->state, from(0, state_of_all),
               draw.integer(state_of_all - 2, state_of_all));
        of_job("was_refused", job.was_refused, draw.one_in(4));
      }
      field.need(job.id > before, "jobs are not in order");
      before = job.id;
    });
  }

  Json ask(multicluster::UpperQueue& policy, Asking& asking) const {
    asking.stays("the sizes of the clusters", sizes_of(clusters_));
    const auto next = asking.ask([&] { return policy.next({0, jobs_, clusters_, state_of_all}); });
    if (!next)
      return nullptr;
    return {{"job", next->job},
            {"as_remembered", next->as_remembered},
            {"among_open_only", next->among_open_only}};
  }

  std::string broken_rule(const Json& next) const {
    if (next.is_null())
      return "";
    const auto id = next.at("job").get<TaskId>();
    const auto job = std::find_if(jobs_.begin(), jobs_.end(), [&](const auto& one) { return one.id == id; });
    const std::string named = "job " + std::to_string(id);
    if (job == jobs_.end())
      return named + " does not wait";
    if (job->was_refused)
      return named + " was refused in this pass";
    return next.at("as_remembered") && !job->choice ? "no cluster was chosen for " + named : "";
  }

private:
  std::vector<multicluster::Cluster> clusters_;
  std::list<multicluster::UpperJob> jobs_;
};

} // namespace

MALHA_VIEWS(views<Waiting>())

} // namespace malha::conformance
