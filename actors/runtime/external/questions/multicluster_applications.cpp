// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/multicluster/coallocation.hpp"
#include "policies/multicluster/estimator.hpp"

namespace malha::external {
namespace {

void write_application(JsonLine& line, const multicluster::Application* application) {
  if (application == nullptr)
    return;
  line.object("application", [&](JsonLine& one) {
    one.member("name", application->name);
    one.member("computation", application->computation);
    one.member("communication", application->communication);
    one.member("memory", application->memory);
    one.member("bandwidth", application->bandwidth);
  });
}

class ExternalCoallocate : public Elsewhere<multicluster::Coallocate> {
public:
  using Elsewhere::Elsewhere;

  multicluster::Coallocation coallocate(const multicluster::CoallocationView& view) override {
    return there().ask(
        "coallocate",
        [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        [](const Answer& answer) {
          answer.allow({"nodes", "processing_slowdown", "communication_slowdown", "solver_nodes", "gave_up"});
          multicluster::Coallocation found;
          answer.each("nodes", [&](const Answer& of_cluster) {
            auto& nodes = found.nodes.emplace_back();
            of_cluster.each([&](const Answer& one) { nodes.push_back(one.index()); });
          });
          found.processing_slowdown = answer.real("processing_slowdown", 0);
          found.communication_slowdown = answer.real("communication_slowdown", 0);
          found.solver_nodes = answer.integer("solver_nodes", 0);
          found.gave_up = answer.flag("gave_up", false);
          return found;
        });
  }
  bool allocates() const override { return there().says("allocates", true); }

private:
  static void write_view(JsonLine& line, const multicluster::CoallocationView& view) {
    line.member("tasks", view.tasks);
    write_application(line, &view.application);
    line.list("clusters", view.clusters, [](JsonLine& one, const multicluster::ClusterOffer& offer) {
      one.member("nodes", offer.nodes);
      one.member("channel", offer.channel);
      one.member("consumed", offer.consumed);
      one.list("usable", offer.usable, [](JsonLine& of_node, const multicluster::UsableNode& node) {
        of_node.member("number", node.number);
        of_node.member("power", node.power);
        of_node.member("has_local_user", node.has_local_user);
      });
    });
  }
};

class ExternalEstimator : public Elsewhere<multicluster::Estimator> {
public:
  using Elsewhere::Elsewhere;

  multicluster::Estimate estimate(const multicluster::ClusterState& cluster,
                                  const multicluster::AskedJob& job) override {
    return there().ask(
        "estimate",
        [&](JsonLine& line) {
          line.object("cluster", [&](JsonLine& one) { write_state(one, cluster); });
          line.object("job", [&](JsonLine& one) { write_asked(one, job); });
        },
        [](const Answer& answer) {
          answer.allow({"waiting_time", "execution_time", "local_nodes", "steps"});
          const std::int64_t steps = answer.integer("steps", 0);
          return multicluster::Estimate{answer.real("waiting_time"), answer.real("execution_time"),
                                        answer.has("local_nodes") ? answer.index("local_nodes") : 0, steps};
        });
  }
  void observe(const multicluster::ClusterState& cluster) override {
    there().tell("observe", [&](JsonLine& line) {
      line.object("cluster", [&](JsonLine& one) { write_state(one, cluster); });
    });
  }
  bool reads_history() const override { return there().says("reads_history", true); }

private:
  void write_state(JsonLine& line, const multicluster::ClusterState& state) {
    line.member("now", state.now);
    line.member("site", state.site);
    line.member("queue_name", state.queue_name);
    write_machines(line, state.machines);
    line.list("nodes", state.nodes, write_node);
    line.member("free", state.free);
    line.member("down", state.down);
    line.list("queue", state.queue, [&](JsonLine& one, const cluster::QueuedJob& job) {
      write_job(one, job);
      write_facts(one, state.facts(job.handle));
    });
    line.list("running", state.running, [&](JsonLine& one, const cluster::Release& release) {
      write_release(one, release);
      write_facts(one, state.facts(release.handle));
    });
    write_new_history(line, state.history);
    write_shared(line, state.shared);
  }

  static void write_node(JsonLine& line, const multicluster::MonitoredNode& node) {
    line.member("power", node.power);
    line.member("memory", node.memory);
    line.member("bandwidth", node.bandwidth);
    line.member("has_local_user", node.has_local_user);
    line.member("local_cpu", node.local_cpu);
    line.member("local_memory", node.local_memory);
    line.member("local_traffic", node.local_traffic);
  }

  static void write_facts(JsonLine& line, const multicluster::JobFacts& facts) {
    line.object("facts", [&](JsonLine& one) {
      one.member("user", facts.user);
      write_application(one, facts.application);
      one.member("estimate", facts.estimate);
      one.member("start", facts.start);
      if (facts.slots != nullptr)
        one.member("slots", *facts.slots);
    });
  }

  static void write_asked(JsonLine& line, const multicluster::AskedJob& job) {
    line.member("id", job.id);
    line.member("size", job.size);
    line.member("estimate", job.estimate);
    line.member("user", job.user);
    write_application(line, job.application);
  }

  /// The list only grows: what has been shown is not shown again to who wants changes.
  void write_new_history(JsonLine& line, const std::vector<multicluster::Experience>& history) {
    const auto shown = there().wants_changes() ? std::min(shown_, history.size()) : 0;
    const std::vector<multicluster::Experience> added(history.begin() + static_cast<std::ptrdiff_t>(shown),
                                                      history.end());
    line.list("history", added, [](JsonLine& one, const multicluster::Experience& experience) {
      one.member("id", experience.id);
      one.member("user", experience.user);
      one.member("queue", experience.queue);
      one.member("application", experience.application);
      one.member("size", experience.size);
      one.member("jiffies_ahead", experience.jiffies_ahead);
      one.member("jobs_ahead", experience.jobs_ahead);
      one.member("mean_mpl", experience.mean_mpl);
      one.member("waiting_time", experience.waiting_time);
      one.member("execution_time", experience.execution_time);
    });
    shown_ = history.size();
  }

  std::size_t shown_ = 0; ///< of the history
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalCoallocate>({"coallocate"}, {}, {"allocates"}))
MALHA_EXTERNAL(external_question<ExternalEstimator>({"estimate"}, {"observe"}, {"reads_history"}))

} // namespace malha::external
