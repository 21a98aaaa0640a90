// SPDX-License-Identifier: MIT
#include "scenarios/runner/conformance/books/cluster_book.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// A job that asks, runs or waits; a job that runs has one slot.
struct GivenJob {
  std::string user;
  multicluster::Application application{"MG-A", 1, 0, 0, 0};
  int slot = 0, size = 1;
  Seconds start = 0;
};

void application_fields(Fields& field, multicluster::Application& application, Draw& draw) {
  field("application", application.name, draw.one_in(2) ? "MG-A" : "IS-A");
  field("computation", application.computation, above_0(1e9), draw.integer(1, 9));
  field("communication", application.communication, from(0, 1e9), draw.integer(0, 9));
  field("bandwidth", application.bandwidth, from(0, 1e18), draw.integer(0, 5));
}

void node_fields(Fields& field, multicluster::MonitoredNode& node, Draw& draw) {
  field("power", node.power, above_0(1), draw.integer(1, 4) / 4.0);
  field("bandwidth", node.bandwidth, above_0(), draw.one_in(2) ? never : draw.integer(1, 9));
  field("has_local_user", node.has_local_user, draw.integer(0, 1));
  field("local_cpu", node.local_cpu, from(0, 1), draw.integer(0, 4) / 4.0);
  field("local_traffic", node.local_traffic, from(0, 1e18), draw.integer(0, 9));
}

void experience_fields(Fields& field, multicluster::Experience& job, Draw& draw) {
  job.application = "MG-A";
  job.execution_time = 1;
  field("user", job.user, draw.one_in(2) ? "ann" : "");
  field("queue", job.queue, draw.one_in(2) ? "FCFS" : "");
  field("application", job.application, draw.one_in(2) ? "MG-A" : "IS-A");
  field("size", job.size, from(1), draw.integer(1, 6));
  field("jobs_ahead", job.jobs_ahead, draw.integer(0, 4));
  field("jiffies_ahead", job.jiffies_ahead, from(0, 1e9), draw.integer(0, 1000));
  field("mean_mpl", job.mean_mpl, from(1, 1000), draw.integer(2, 8) / 2.0);
  field("waiting_time", job.waiting_time, from(0, 1e9), draw.integer(0, 50));
  field("execution_time", job.execution_time, from(0, 1e9), draw.integer(1, 50));
}

/// What may be known of a cluster: dedicated nodes or shared ones, some with local users, and a history that
/// may be empty; and the job that asks. An answer is a waiting time, an execution time, nodes with local
/// users, and steps.
class AskedCluster {
public:
  using Question = multicluster::Estimator;

  void fields(Fields& field, Draw& draw) {
    field("now", now_, from(0, 1e9), draw.integer(10, 20));
    field("slots", slots_, from(1, 64), draw.integer(1, 3));
    nodes_.resize(draw.count(1, 6));
    field.list("nodes", nodes_, [&](Fields& of_node, auto& node) { node_fields(of_node, node, draw); });
    field.need(!nodes_.empty(), "there is no node");
    const int nodes = static_cast<int>(nodes_.size());
    for (int slot = 0; slot < nodes * slots_; ++slot)
      if (draw.one_in(2))
        running_.emplace_back().slot = slot;
    field.list("running", running_, [&](Fields& of_job, GivenJob& job) {
      application_fields(of_job, job.application, draw);
      of_job("slot", job.slot, job.slot);
      of_job("user", job.user, draw.one_in(2) ? "ann" : "");
      of_job("start", job.start, from(0, now_), draw.integer(0, 10));
    });
    waiting_.resize(draw.count(0, 5));
    field.list("waiting", waiting_, [&](Fields& of_job, GivenJob& job) {
      application_fields(of_job, job.application, draw);
      of_job("size", job.size, from(1, nodes), draw.integer(1, nodes));
      of_job("user", job.user, draw.one_in(2) ? "ann" : "");
    });
    history_.resize(draw.count(0, 9));
    field.list("history", history_, [&](Fields& of_job, auto& job) { experience_fields(of_job, job, draw); });
    field.object("job", [&](Fields& of_job) {
      application_fields(of_job, asks_.application, draw);
      of_job("size", asks_.size, from(1, 1000), draw.integer(1, 7));
    });
  }

  Json ask(multicluster::Estimator& policy, Asking& asking) const {
    ClusterBook book(static_cast<int>(nodes_.size()), slots_);
    book.now = now_;
    book.nodes = nodes_;
    book.history = history_;
    for (const auto& job : running_) {
      need(book.state().free.contains(job.slot), "slot " + std::to_string(job.slot) + " is not free");
      book.run(std::to_string(job.slot), job.start, &job.application, job.user);
    }
    for (const auto& job : waiting_)
      book.wait(job.size, &job.application, job.user);
    const auto estimate =
        asking.ask([&] { return policy.estimate(book.state(), book.job(asks_.size, &asks_.application)); });
    return {number(estimate.waiting_time), number(estimate.execution_time), estimate.local_nodes,
            estimate.steps};
  }

  std::string broken_rule(const Json& answer) const {
    const auto &waiting = answer.at(0), &execution = answer.at(1);
    if (answer.at(3) < 0)
      return "it counts less than no step";
    if (asks_.size > static_cast<int>(nodes_.size()))
      return waiting == "never" && execution == "never" ? "" : "it runs a job that is too large";
    if (!(waiting.is_number() && waiting >= 0 && execution.is_number() && execution >= 0))
      return "it gives no times";
    return answer.at(2) >= 0 && answer.at(2) <= asks_.size ? "" : "it counts nodes that the job does not get";
  }

private:
  Seconds now_ = 0;
  int slots_ = 1;
  std::vector<multicluster::MonitoredNode> nodes_;
  std::vector<GivenJob> running_, waiting_;
  std::vector<multicluster::Experience> history_;
  GivenJob asks_;
};

} // namespace

MALHA_VIEWS(views<AskedCluster>(true))

} // namespace malha::conformance
