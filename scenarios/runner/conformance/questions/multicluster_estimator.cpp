// SPDX-License-Identifier: MIT
#include "scenarios/runner/conformance/books/cluster_book.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

Json drawn_job(Draw& draw) {
  return {{"application", draw.one_in(2) ? "MG-A" : "IS-A"},
          {"computation", draw.integer(1, 9)},
          {"communication", draw.integer(0, 9)},
          {"bandwidth", draw.integer(0, 5)}};
}

Json drawn_node(Draw& draw) {
  return {{"power", draw.integer(1, 4) / 4.0},
          {"bandwidth", number(draw.one_in(2) ? never : draw.integer(1, 9))},
          {"has_local_user", draw.integer(0, 1)},
          {"local_cpu", draw.integer(0, 4) / 4.0},
          {"local_traffic", draw.integer(0, 9)}};
}

Json drawn_experience(Draw& draw) {
  return {{"user", draw.one_in(2) ? "ann" : ""},
          {"queue", draw.one_in(2) ? "FCFS" : ""},
          {"application", draw.one_in(2) ? "MG-A" : "IS-A"},
          {"size", draw.integer(1, 6)},
          {"jobs_ahead", draw.integer(0, 4)},
          {"jiffies_ahead", draw.integer(0, 1000)},
          {"mean_mpl", draw.integer(2, 8) / 2.0},
          {"waiting_time", draw.integer(0, 50)},
          {"execution_time", draw.integer(1, 50)}};
}

/// What may be known of a cluster: dedicated nodes or shared ones, some with local users, and a history that
/// may be empty; and the job that asks. An answer is a waiting time, an execution time, nodes with local
/// users, and steps.
class AskedCluster {
public:
  using Question = multicluster::Estimator;

  explicit AskedCluster(const Json& view)
      : all_(view, {"now", "slots", "nodes", "running", "waiting", "history", "job"}),
        book_(static_cast<int>(all_.list("nodes").size()), all_.integer("slots", 1, 1, 64)) {
    need(!book_.nodes.empty(), "there is no node");
    book_.now = all_.real("now", 0, 0, 1e9);
    for (std::size_t i = 0; i < book_.nodes.size(); ++i)
      read_node(all_.list("nodes")[i], book_.nodes[i]);
    for (const auto& one : all_.list("running"))
      read_running(one);
    for (const auto& one : all_.list("waiting")) {
      const Part job(one, {"size", "user", "application", "computation", "communication", "bandwidth"});
      book_.wait(job.integer("size", 1, 1, static_cast<int>(book_.nodes.size())), application(job),
                 job.text("user", ""));
    }
    for (const auto& one : all_.list("history"))
      book_.history.push_back(experience_of(one));
    const Json none = Json::object();
    const Part job(view.contains("job") ? view.at("job") : none,
                   {"size", "application", "computation", "communication", "bandwidth"});
    size_ = job.integer("size", 1, 1, 1000);
    application_ = application(job);
  }

  static Json draw(Draw& draw) {
    const int nodes = draw.integer(1, 6), slots = draw.integer(1, 3);
    Json view{{"now", draw.integer(10, 20)}, {"slots", slots},           {"nodes", Json::array()},
              {"running", Json::array()},    {"waiting", Json::array()}, {"history", Json::array()}};
    for (int node = 0; node < nodes; ++node)
      view["nodes"].push_back(drawn_node(draw));
    const auto job = [&](const char* key, int value) {
      auto drawn = drawn_job(draw);
      drawn[key] = value;
      drawn["user"] = draw.one_in(2) ? "ann" : "";
      return drawn;
    };
    for (int slot = 0; slot < nodes * slots; ++slot)
      if (draw.one_in(2)) {
        view["running"].push_back(job("slot", slot));
        view["running"].back()["start"] = draw.integer(0, 10);
      }
    for (int number = draw.integer(0, 5); number > 0; --number)
      view["waiting"].push_back(job("size", draw.integer(1, nodes)));
    for (int number = draw.integer(0, 9); number > 0; --number)
      view["history"].push_back(drawn_experience(draw));
    view["job"] = drawn_job(draw);
    view["job"]["size"] = draw.integer(1, 7);
    return view;
  }

  Json ask(multicluster::Estimator& policy, Asking& asking) const {
    const auto estimate =
        asking.ask([&] { return policy.estimate(book_.state(), book_.job(size_, application_)); });
    return {number(estimate.waiting_time), number(estimate.execution_time), estimate.local_nodes,
            estimate.steps};
  }

  std::string broken_rule(const Json& answer) const {
    const auto &waiting = answer.at(0), &execution = answer.at(1);
    if (answer.at(3) < 0)
      return "it counts less than no step";
    if (size_ > static_cast<int>(book_.nodes.size()))
      return waiting == "never" && execution == "never" ? "" : "it runs a job that is too large";
    if (!(waiting.is_number() && waiting >= 0 && execution.is_number() && execution >= 0))
      return "it gives no times";
    return answer.at(2) >= 0 && answer.at(2) <= size_ ? "" : "it counts nodes that the job does not get";
  }

private:
  static void read_node(const Json& one, multicluster::MonitoredNode& node) {
    const Part given(one, {"power", "bandwidth", "has_local_user", "local_cpu", "local_traffic"});
    node.power = given.above_0("power", 1, 1);
    node.bandwidth = given.above_0("bandwidth", never);
    node.has_local_user = given.flag("has_local_user");
    node.local_cpu = given.real("local_cpu", 0, 0, 1);
    node.local_traffic = given.real("local_traffic", 0, 0, 1e18);
  }

  static multicluster::Experience experience_of(const Json& one) {
    const Part given(one, {"user", "queue", "application", "size", "jobs_ahead", "jiffies_ahead", "mean_mpl",
                           "waiting_time", "execution_time"});
    multicluster::Experience experience;
    experience.user = given.text("user", "");
    experience.queue = given.text("queue", "");
    experience.application = given.text("application", "MG-A");
    experience.size = given.integer("size", 1, 1);
    experience.jobs_ahead = given.integer("jobs_ahead", 0, 0);
    experience.jiffies_ahead = given.integer("jiffies_ahead", 0, 0);
    experience.mean_mpl = given.real("mean_mpl", 1, 1, 1000);
    experience.waiting_time = given.real("waiting_time", 0, 0, 1e9);
    experience.execution_time = given.real("execution_time", 1, 0, 1e9);
    return experience;
  }

  void read_running(const Json& one) {
    const Part job(one,
                   {"slot", "start", "user", "application", "computation", "communication", "bandwidth"});
    const int slot = job.integer("slot", 0, 0);
    need(book_.state().free.contains(slot), "slot " + std::to_string(slot) + " is not free");
    book_.run(std::to_string(slot), job.real("start", 0, 0, book_.now), application(job),
              job.text("user", ""));
  }

  const multicluster::Application* application(const Part& job) {
    return book_.application(job.above_0("computation", 1, 1e9), job.real("communication", 0, 0, 1e9),
                             job.real("bandwidth", 0, 0, 1e18), job.text("application", "MG-A"));
  }

  const Part all_;
  ClusterBook book_;
  int size_ = 1;
  const multicluster::Application* application_ = nullptr;
};

} // namespace

MALHA_VIEWS(views<AskedCluster>(true))

} // namespace malha::conformance
