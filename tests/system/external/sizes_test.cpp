// SPDX-License-Identifier: MIT
// Policies in other processes that choose how many nodes jobs get.
#include "actors/model/broken_rule.hpp"
#include "external.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"
#include "scenarios/runner/conformance/views.hpp"
#include "tests/support/scaled.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace sizes_test {

/// 12 s on its preferred two nodes, with a walltime of 20 s there; one to four nodes, and six parts. A change
/// costs 3 s if it grows and 5 s if it shrinks.
Job sized_job(JobKind kind, std::vector<SizeRequest> asks = {}) {
  Malleability sizes;
  sizes.kind = kind;
  sizes.min = 1;
  sizes.pref = 2;
  sizes.max = 4;
  sizes.parts = 6;
  sizes.cost = {3, 5};
  sizes.asks = std::move(asks);
  sizes.set_run_at_pref(12);
  auto job = conformance::rigid_job(0, 0, sizes.pref, sizes.run_at_pref, 20);
  job.sizes = std::make_shared<const Malleability>(sizes);
  return job;
}

/// The end of that job on four nodes under a policy in Python.
Seconds end_under(const std::string& source, const Job& job) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", source);
  const auto policy = python_policy<cluster::Queue>(folder / "mine.py", cluster::Queue::question);
  const auto rows = conformance::QueueRun(4, *policy).run({job});
  return rows.size() == 1 ? rows.front().finish : never;
}

// A third node is reserved at 1 s, and taken back at the point at 2 s for two. Five parts of 4 s of work on
// four nodes are left after a pause of 3 s.
TEST(PythonSizes, AreSeenAndChanged) {
  EXPECT_EQ(end_under(R"py(
from malha import left_at, never, seconds_on

resizes = True


def decide(view):
    if view.queue:
        (job,) = view.queue
        sizes = job.sizes
        assert (sizes.kind, sizes.min, sizes.pref, sizes.max) == ("malleable", 1, 2, 4)
        assert (sizes.law, sizes.parts, sizes.cost.grow, sizes.cost.shrink) == ("linear", 6, 3, 5)
        assert [seconds_on(job, nodes) for nodes in (1, 2, 4)] == [40, 20, 10]
        return {"start": [(job, 2)], "wake": 1}
    if not view.running:
        return []
    (job,) = view.running
    now = job.resizing
    assert now.sizes.max == 4 and now.wanted == 0
    if view.now == 1:
        assert (now.nodes, now.target, now.at_point, now.next_point) == (2, 2, False, 2)
        assert left_at(now, 1) == 1 - 1 / 12 and left_at(now, 12) == 0
        return {"resize": [{"job": job, "size": 3}]}
    if view.now == 2:
        assert (now.nodes, now.target, list(now.reserved), job.size) == (2, 3, [2], 3)
        assert now.at_point and job.nodes == [[0, 1]] and list(view.free) == [3]
        return {"resize": [(job, 4)]}
    assert (now.nodes, now.target, len(now.reserved)) == (4, 4, 0) and job.nodes == [[0, 3]]
    assert (now.computes, now.whole) == (5, 6) and left_at(now, 4) == now.left == 1 - 2 / 12
    return []
)py",
                      sized_job(JobKind::malleable)),
            10);
}

// It asks for four nodes after its first part, at 2 s, and gets them: five parts of 1 s after a pause of 3 s.
TEST(PythonSizes, AnswerRequests) {
  EXPECT_EQ(end_under(R"py(
resizes = True


def decide(view):
    asking = [job for job in view.running if job.resizing.wanted > 0]
    return {"start": view.queue, "resize": [(job, job.resizing.wanted) for job in asking]}
)py",
                      sized_job(JobKind::evolving, {{1, 4}})),
            10);
}

// A policy that does not say that it resizes sees a rigid job of two nodes.
TEST(PythonSizes, AreNotSeenByOthers) {
  EXPECT_EQ(end_under(R"py(
def decide(view):
    assert all(job.sizes is None and job.size == 2 for job in view.queue)
    assert all(job.resizing is None for job in view.running)
    return view.queue
)py",
                      sized_job(JobKind::malleable)),
            12);
}

// It grows by node 3, not by the lowest free one, at its point at 2 s: five parts of 4/3 s after a pause of 3
// s.
TEST(PythonSizes, MayNameTheNodes) {
  EXPECT_DOUBLE_EQ(end_under(R"py(
from malha import Nodes

resizes = True


def decide(view):
    if view.queue:
        return {"start": [(view.queue[0], 2)]}
    for job in view.running:
        if view.now == 2:
            return {"resize": [(job, 3, Nodes.of([3]))]}
        if view.now > 2:
            assert job.nodes == [[0, 1], [3, 3]], job.nodes
    return []
)py",
                             sized_job(JobKind::malleable)),
                   2 + 3 + 5 * 4 / 3.0);
}

// Whole numbers of other libraries are handles, sizes and numbers of nodes, as those of Python are. A member
// too many is an error.
TEST(PythonSizes, MayBeNumbersOfOtherLibraries) {
  const auto said = python(R"py(
from json import dumps
from numbers import Integral

from malha import Nodes
from malha.answer import decision


class Int64:  # like numpy.int64
    def __init__(self, value):
        self.value = value

    def __int__(self):
        return self.value


Integral.register(Int64)
nodes = Nodes.of([7, 8])
print(dumps(decision([Int64(3), (Int64(2), Int64(4)), (1, nodes)])))
print(dumps(decision({"resize": [(5, Int64(3)), (6, 3, nodes), {"job": Int64(7), "size": Int64(2)}]})))
print(dumps(decision({"stop": [{"job": Int64(3), "requeue": True}]})))
for wrong in ({"start": [(1, 2, nodes)]}, {"resize": [(1,)]}):
    try:
        decision(wrong)
    except ValueError as error:
        print(error)
)py");
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, R"({"start": [{"job": 3}, {"job": 2, "size": 4}, {"job": 1, "nodes": [[7, 8]]}]}
{"resize": [{"job": 5, "size": 3}, {"job": 6, "size": 3, "nodes": [[7, 8]]}, {"job": 7, "size": 2}]}
{"stop": [{"job": 3, "requeue": true}]}
a start of 3 members; valid: (job, nodes), (job, number of nodes)
a resize of 1 members; valid: (job, size), (job, size, nodes)
)");
}

TEST(PythonSizes, MustBeNumbersOfNodes) {
  const auto said_of = [](const std::string& answer) {
    return thrown<BrokenRule>([&] {
      end_under("resizes = True\n\n\ndef decide(view):\n    if view.queue:\n        return {'start': "
                "view.queue, 'wake': 1}\n    return {'resize': " +
                    answer + "}\n",
                sized_job(JobKind::malleable));
    });
  };
  EXPECT_EQ(said_of("[(view.running[0], 0)]"),
            "its answer: resize[0].size is 0; valid: a number of nodes, at least 1");
  EXPECT_EQ(said_of("[{'job': view.running[0]}]"), "its answer: resize[0] has no 'size'");
  EXPECT_EQ(said_of("[{'job': view.running[0], 'size': 3, 'machines': [0]}]"),
            "its answer: resize[0] has 'machines', which is not known here; valid: job, size, nodes");
  EXPECT_EQ(said_of("[(view.running[0], 5)]"), "it gives job 0 5 nodes, and it may have 1 to 4");
}

// A rigid job has three of four nodes until 10 s. The job that comes at 1 s prefers two, and starts on the
// one that is free: its parts take 4 s. At its third point, at 13 s, nobody waits, and it gets all nodes:
// three parts of 1 s after a pause of 3 s.
TEST(ExternalSizes, AreAskedForIfTheLeastOneFits) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", R"py(
import json
import sys


def answer(view):
    free = sum(last - first + 1 for first, last in view["free"])
    points = [job for job in view["running"] if job.get("resizing", {}).get("at_point")]
    if view["queue"]:
        (job,) = view["queue"]
        return {"start": [{"job": job["handle"], "size": job["sizes"]["min"] if "sizes" in job else job["size"]}]}
    assert points, view
    return {"resize": [{"job": job["handle"], "size": 4} for job in points if free == 3]}


def say(message):
    print(json.dumps(message), flush=True)


sys.stdin.readline()
say({"ready": 1, "says": {"resizes": True}, "asked_if_fits": 8})
for line in sys.stdin:
    asked = json.loads(line)
    if "ask" in asked:
        say({"n": asked["n"], "answer": answer(asked["view"])})
)py");
  const auto policy = external_policy<cluster::Queue>("external:python3 " + (folder / "mine.py").string(),
                                                      cluster::Queue::question);
  auto sized = sized_job(JobKind::malleable);
  sized.id = sized.tasks.front().id = sized.tasks.front().job = 1;
  sized.submitted = sized.tasks.front().submitted = 1;
  const auto rows = conformance::QueueRun(4, *policy).run({conformance::rigid_job(0, 0, 3, 10), sized});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].start, 1);
  EXPECT_EQ(rows[1].finish, 19);
}

// The laws of speed-up, to the last digit.
TEST(PythonSizes, FollowTheSameLaws) {
  const std::vector<std::string> laws{"linear",       "amdahl:0.95",  "power:0.8",         "downey:8:0.5",
                                      "downey:8:1.0", "downey:5:2.5", "table:2=100/4=61.5"};
  std::string program = "from malha import speed_up\n\n";
  for (const auto& law : laws)
    program += "for nodes in range(1, 24):\n    print(float(speed_up('" + law + "', nodes)))\n";
  const auto said = python(program);
  ASSERT_EQ(said.status, 0) << said.err;
  std::istringstream in(said.out);
  for (const auto& law : laws)
    for (int nodes = 1; nodes < 24; ++nodes) {
      std::string line;
      ASSERT_TRUE(std::getline(in, line));
      EXPECT_EQ(parse_number<double>(line), SpeedUp::read(law).at(nodes)) << law << " on " << nodes;
    }
}

/// The answers of a policy under these views. Each view is put to an instance of its own.
template <class Make>
std::vector<conformance::Json> answers(const std::vector<conformance::Json>& views, const Make& make) {
  const auto* question = conformance::views_of(cluster::Queue::question);
  std::vector<conformance::Json> all;
  for (const auto& view : views) {
    conformance::Asking asking;
    all.push_back(question->ask(*make(), view, asking));
  }
  return all;
}

// Random runs of all kinds of jobs: the same starts, ends and changes of nodes, to the last digit. The policy
// in Python is told of changes only.
TEST(PythonSizesDifferential, ResizeAsInCpp) {
  RandomStreams streams(3);
  conformance::Draw draw(streams.stream("views"));
  std::vector<conformance::Json> views;
  for (int number = 0; number < scaled(200); ++number)
    views.push_back(conformance::views_of(cluster::Queue::question)->draw(draw));
  const auto script = python_folder / "examples/greedy.py";
  const std::shared_ptr<cluster::Queue> policy =
      python_policy<cluster::Queue>(script, cluster::Queue::question);
  const auto in_python = answers(views, [&] { return policy; });
  const auto& greedy = shipped_catalog().policy("cluster/greedy");
  const auto in_cpp = answers(views, [&] {
    RandomStreams none(0);
    return greedy.make(Parameters(greedy.parameters, {}), none);
  });
  int resized = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    ASSERT_EQ(in_python[i], in_cpp[i]) << conformance::line_of(views[i]);
    for (const auto& row : in_cpp[i])
      resized += row.size() > 4 && row[4].size() > 1 ? 1 : 0;
  }
  EXPECT_GT(resized, static_cast<int>(views.size()));
}

} // namespace sizes_test
} // namespace malha::testing
