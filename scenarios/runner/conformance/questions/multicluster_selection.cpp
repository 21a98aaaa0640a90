// SPDX-License-Identifier: MIT
#include "policies/multicluster/selection.hpp"

#include "scenarios/runner/conformance/books/grid_of_clusters.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

using multicluster::Selected;

/// Candidates for a job, with the estimates that a policy gets when it asks for them. An answer has all that
/// the policy says, until it is a place in the list of candidates, or "none". More than three stand for a
/// policy that never stops.
class Candidates {
public:
  using Question = multicluster::Selection;

  explicit Candidates(const Json& view) {
    const Part all(view, {"clusters", "candidates"});
    clusters_ = clusters_of(all.list("clusters"));
    const int last = static_cast<int>(clusters_.size()) - 1;
    for (const auto& one : all.list("candidates")) {
      const Part given(one, {"cluster", "waiting_time", "execution_time", "local_nodes"});
      numbers_.push_back(given.integer("cluster", 0, 0, last));
      need(numbers_.size() < 2 || numbers_.back() > numbers_[numbers_.size() - 2],
           "candidates are not in order");
      estimates_.push_back({given.real("waiting_time", 0, 0), given.real("execution_time", 0, 0),
                            given.integer("local_nodes", 0, 0)});
    }
    need(!numbers_.empty(), "there is no candidate");
  }

  static Json draw(Draw& draw) {
    const auto clusters = drawn_clusters(draw);
    Json view{{"clusters", clusters}, {"candidates", Json::array()}};
    const auto time = [&] { return number(draw.one_in(5) ? never : draw.integer(0, 5)); };
    const int last = static_cast<int>(clusters.size()) - 1;
    for (int cluster = 0; cluster <= last; ++cluster)
      if (!draw.one_in(3) || (cluster == last && view["candidates"].empty()))
        view["candidates"].push_back({{"cluster", cluster},
                                      {"waiting_time", time()},
                                      {"execution_time", time()},
                                      {"local_nodes", draw.integer(0, 3)}});
    return view;
  }

  /// What is known of the candidates grows as it does for a meta-scheduler.
  Json ask(multicluster::Selection& policy, Asking& asking) const {
    asking.stays("the sizes of the clusters", sizes_of(clusters_));
    std::vector<multicluster::Candidate> candidates;
    for (const int number : numbers_)
      candidates.push_back({number, nullptr});
    bool knows_states = false;
    Json answers = Json::array();
    const Task job;
    while (answers.size() < 4) {
      const auto selected = asking.ask([&] {
        return policy.select({0, job, clusters_, candidates, knows_states});
      });
      if (selected.what == Selected::candidate)
        answers.push_back(selected.place);
      else
        answers.push_back(name_of(selected.what));
      if (selected.what == Selected::candidate || selected.what == Selected::none)
        break;
      knows_states = knows_states || selected.what == Selected::states;
      if (selected.what == Selected::estimates)
        for (std::size_t i = 0; i < candidates.size(); ++i)
          candidates[i].estimate = &estimates_[i];
    }
    return answers;
  }

  std::string broken_rule(const Json& answers) const {
    if (answers.size() > 3)
      return "it asks for what it was given";
    return answers.back().is_number() && answers.back() >= numbers_.size()
               ? "it selects candidate " + answers.back().dump() + " of " + std::to_string(numbers_.size())
               : "";
  }

private:
  static const char* name_of(Selected::What what) {
    return what == Selected::none ? "none" : what == Selected::states ? "states" : "estimates";
  }

  std::vector<multicluster::Cluster> clusters_;
  std::vector<multicluster::Estimate> estimates_; ///< by candidate
  std::vector<int> numbers_;                      ///< of their clusters
};

} // namespace

MALHA_VIEWS(views<Candidates>())

} // namespace malha::conformance
