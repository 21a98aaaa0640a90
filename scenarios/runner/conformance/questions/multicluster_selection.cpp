// SPDX-License-Identifier: MIT
#include "policies/multicluster/selection.hpp"

#include "scenarios/runner/conformance/books/grid_of_clusters.hpp"
#include "scenarios/runner/conformance/views.hpp"

#include <set>

namespace malha::conformance {
namespace {

using multicluster::Selected;

/// Candidates for a job, with the estimates that a policy gets when it asks for them. An answer has all that
/// the policy says, until it is a place in the list of candidates, a list of places if the job waits in
/// several clusters, or "none". More than three stand for a policy that never stops.
class Candidates {
public:
  using Question = multicluster::Selection;

  void fields(Fields& field, Draw& draw) {
    clusters_field(field, clusters_, draw);
    const int last = static_cast<int>(clusters_.size()) - 1;
    for (int cluster = 0; cluster <= last; ++cluster)
      if (!draw.one_in(3) || (cluster == last && offers_.empty()))
        offers_.push_back({cluster, {}});
    const auto time = [&] { return draw.one_in(5) ? never : draw.integer(0, 5); };
    int before = -1;
    field.list("candidates", offers_, [&](Fields& of_offer, Offer& offer) {
      of_offer("cluster", offer.cluster, from(0, last), offer.cluster);
      of_offer("waiting_time", offer.estimate.waiting_time, time());
      of_offer("execution_time", offer.estimate.execution_time, time());
      of_offer("local_nodes", offer.estimate.local_nodes, draw.integer(0, 3));
      field.need(offer.cluster > before, "candidates are not in order");
      before = offer.cluster;
    });
    field.need(!offers_.empty(), "there is no candidate");
  }

  /// What is known of the candidates grows as it does for a meta-scheduler.
  Json ask(multicluster::Selection& policy, Asking& asking) const {
    asking.stays("the sizes of the clusters", sizes_of(clusters_));
    std::vector<multicluster::Candidate> candidates;
    for (const auto& offer : offers_)
      candidates.push_back({offer.cluster, nullptr});
    bool knows_states = false;
    Json answers = Json::array();
    const Task job;
    while (answers.size() < 4) {
      const auto selected = asking.ask([&] {
        return policy.select({0, job, clusters_, candidates, knows_states});
      });
      if (selected.what == Selected::candidate)
        answers.push_back(places_of(selected));
      else
        answers.push_back(name_of(selected.what));
      if (selected.what == Selected::candidate || selected.what == Selected::none)
        break;
      knows_states = knows_states || selected.what == Selected::states;
      if (selected.what == Selected::estimates)
        for (std::size_t i = 0; i < candidates.size(); ++i)
          candidates[i].estimate = &offers_[i].estimate;
    }
    return answers;
  }

  std::string broken_rule(const Json& answers) const {
    if (answers.size() > 3)
      return "it asks for what it was given";
    if (answers.back().is_string())
      return "";
    std::set<Json> named;
    for (const auto& place : answers.back().is_array() ? answers.back() : Json::array({answers.back()})) {
      if (place >= offers_.size())
        return "it selects candidate " + place.dump() + " of " + std::to_string(offers_.size());
      if (!named.insert(place).second)
        return "it selects candidate " + place.dump() + " twice";
    }
    return "";
  }

private:
  struct Offer {
    int cluster = 0;
    multicluster::Estimate estimate;
  };

  static Json places_of(const Selected& selected) {
    if (selected.also.empty())
      return selected.place;
    Json places = selected.also;
    places.insert(places.begin(), selected.place);
    return places;
  }
  static const char* name_of(Selected::What what) {
    return what == Selected::none ? "none" : what == Selected::states ? "states" : "estimates";
  }

  std::vector<multicluster::Cluster> clusters_;
  std::vector<Offer> offers_; ///< by candidate
};

} // namespace

MALHA_VIEWS(views<Candidates>())

} // namespace malha::conformance
