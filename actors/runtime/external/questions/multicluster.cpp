// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/multicluster/limit.hpp"
#include "policies/multicluster/queue.hpp"
#include "policies/multicluster/selection.hpp"

namespace malha::external {
namespace {

void write_cluster(JsonLine& line, const multicluster::Cluster& cluster) {
  line.member("site", cluster.site);
  line.member("nodes", cluster.nodes);
  line.member("slots", cluster.slots);
  line.member("speed", cluster.speed);
  line.member("free", cluster.free);
  line.member("busy", cluster.busy);
  line.member("waiting_jobs", cluster.waiting_jobs);
  line.member("waiting_nodes", cluster.waiting_nodes);
  line.member("local_users", cluster.local_users);
  line.member("is_closed", cluster.is_closed);
}

class ExternalUpperQueue : public Elsewhere<multicluster::UpperQueue> {
public:
  using Elsewhere::Elsewhere;

  std::optional<multicluster::NextJob> next(const multicluster::UpperQueueView& view) override {
    return there().ask(
        "next", [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        [](const Answer& answer) -> std::optional<multicluster::NextJob> {
          if (answer.is_null())
            return std::nullopt;
          answer.allow({"job", "as_remembered", "among_open_only"});
          return multicluster::NextJob{answer.integer("job"), answer.flag("as_remembered", false),
                                       answer.flag("among_open_only", true)};
        });
  }

private:
  static void write_view(JsonLine& line, const multicluster::UpperQueueView& view) {
    line.member("now", view.now);
    line.list("waiting", view.waiting, [](JsonLine& one, const multicluster::UpperJob& job) {
      one.member("id", job.id);
      one.member("submitted", job.submitted);
      one.member("size", job.size);
      if (job.choice)
        one.object("choice", [&](JsonLine& choice) {
          choice.member("cluster", job.choice->cluster);
          choice.member("state", job.choice->state);
        });
      one.member("was_refused", job.was_refused);
    });
    line.list("clusters", view.clusters, write_cluster);
    line.member("state", view.state);
  }
};

class ExternalSelection : public Elsewhere<multicluster::Selection> {
public:
  using Elsewhere::Elsewhere;

  multicluster::Selected select(const multicluster::SelectionView& view) override {
    return there().ask(
        "select", [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        selected_in);
  }
  bool sends_copies() const override { return there().says("sends_copies", false); }

private:
  static void write_view(JsonLine& line, const multicluster::SelectionView& view) {
    line.member("now", view.now);
    line.object("job", [&](JsonLine& one) { write_task(one, view.job); });
    line.list("clusters", view.clusters, write_cluster);
    line.list("candidates", view.candidates, [](JsonLine& one, const multicluster::Candidate& candidate) {
      one.member("cluster", candidate.cluster);
      if (candidate.estimate != nullptr)
        one.object("estimate", [&](JsonLine& estimate) {
          estimate.member("waiting_time", candidate.estimate->waiting_time);
          estimate.member("execution_time", candidate.estimate->execution_time);
          estimate.member("local_nodes", candidate.estimate->local_nodes);
          estimate.member("steps", candidate.estimate->steps);
        });
    });
    line.member("knows_states", view.knows_states);
  }

  static multicluster::Selected selected_in(const Answer& answer) {
    answer.allow({"what", "place", "also"});
    const auto what = answer.has("what") ? answer.text("what") : "candidate";
    if (what == "none")
      return {};
    if (what == "states")
      return multicluster::Selected::wants_states();
    if (what == "estimates")
      return multicluster::Selected::wants_estimates();
    if (what != "candidate")
      answer.part("what").fail("candidate, none, states, estimates");
    auto selected = multicluster::Selected::at(answer.position("place"));
    answer.each("also", [&](const Answer& one) { selected.also.push_back(one.position()); });
    return selected;
  }
};

class ExternalClusterLimit : public Elsewhere<multicluster::Limit> {
public:
  using Elsewhere::Elsewhere;

  multicluster::Admitted admit(const multicluster::LimitView& view) override {
    return there().ask(
        "admit", [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        [](const Answer& answer) {
          const auto word = answer.text();
          if (word != "yes" && word != "no" && word != "wants_estimate")
            answer.fail("yes, no, wants_estimate");
          return word == "yes"  ? multicluster::Admitted::yes
                 : word == "no" ? multicluster::Admitted::no
                                : multicluster::Admitted::wants_estimate;
        });
  }

private:
  static void write_view(JsonLine& line, const multicluster::LimitView& view) {
    line.member("now", view.now);
    line.member("waiting", view.waiting);
    line.member("running", view.running);
    line.member("ended", view.ended);
    line.member("executed", view.executed);
    if (view.estimated_wait)
      line.member("estimated_wait", *view.estimated_wait);
    line.member("is_repeated", view.is_repeated);
  }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalUpperQueue>({"next"}))
MALHA_EXTERNAL(external_question<ExternalSelection>({"select"}, {}, {"sends_copies"}))
MALHA_EXTERNAL(external_question<ExternalClusterLimit>({"admit"}))

} // namespace malha::external
