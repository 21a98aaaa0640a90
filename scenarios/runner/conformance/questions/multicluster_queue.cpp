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

  explicit Waiting(const Json& view) {
    const Part all(view, {"clusters", "jobs"});
    clusters_ = clusters_of(all.list("clusters"));
    const int last = static_cast<int>(clusters_.size()) - 1;
    for (const auto& one : all.list("jobs")) {
      const Part given(one, {"id", "size", "chose", "in_state", "was_refused"});
      multicluster::UpperJob job;
      job.id = given.integer("id", 0, 0);
      need(jobs_.empty() || job.id > jobs_.back().id, "jobs are not in order");
      job.size = given.integer("size", 1, 1);
      if (given.has("chose"))
        job.choice = multicluster::RememberedChoice{given.integer("chose", 0, 0, last),
                                                    given.integer("in_state", state_of_all, 0, state_of_all)};
      job.was_refused = given.flag("was_refused");
      need(job.choice || !job.was_refused, "no cluster was chosen for a job that was refused");
      jobs_.push_back(job);
    }
  }

  static Json draw(Draw& draw) {
    const auto clusters = drawn_clusters(draw);
    Json view{{"clusters", clusters}, {"jobs", Json::array()}};
    for (int id = draw.integer(0, 9), last = id + draw.integer(0, 6); id < last; ++id) {
      Json job{{"id", id}, {"size", draw.integer(1, 8)}};
      if (draw.one_in(2)) {
        job["chose"] = draw.integer(0, static_cast<int>(clusters.size()) - 1);
        job["in_state"] = draw.integer(state_of_all - 2, state_of_all);
        job["was_refused"] = draw.one_in(4) ? 1 : 0;
      }
      view["jobs"].push_back(job);
    }
    return view;
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
