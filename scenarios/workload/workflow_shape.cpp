// SPDX-License-Identifier: MIT
// Workflows of known shapes: those of scientific applications, with mean run times and sizes of files from
// published traces, and those of textbooks, with one mean of each.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/workflow_shapes.hpp"
#include "scenarios/workload/files/workflow_source.hpp"

#include <boost/random/normal_distribution.hpp>

namespace malha {
namespace {

class WorkflowShape : public WorkflowSource {
public:
  explicit WorkflowShape(const WorkloadInput& input)
      : WorkflowSource(input, "workflow_shape"), shape_(input.parameters.text("shape")),
        size_(static_cast<int>(input.parameters.integer("size"))),
        width_(static_cast<int>(input.parameters.integer("width"))), mean_(input.parameters.real("mean")),
        variation_(input.parameters.real("variation") / 100), data_(input.parameters.real("data")),
        times_(input.random.stream("workload.work")) {
    if (shape_ == "fft" && (size_ & (size_ - 1)) != 0)
      throw InputError("workload 'workflow_shape': parameter 'size' cannot be '" +
                       input.parameters.text("size") + "' with shape fft; valid: a power of 2");
    if ((shape_ == "montage" || shape_ == "gauss") && size_ < 2)
      throw InputError("workload 'workflow_shape': parameter 'size' cannot be '" +
                       input.parameters.text("size") + "' with shape " + shape_ + "; valid: at least 2");
    if (const double tasks = static_cast<double>(size_) * (is_square() ? size_ : width_);
        tasks > most_tasks_of_a_bag / 8)
      throw InputError("workload 'workflow_shape': shape " + shape_ + " with size " +
                       input.parameters.text("size") + " and width " + input.parameters.text("width") +
                       " has more than " + shortest(most_tasks_of_a_bag) + " tasks; valid: fewer");
  }

private:
  bool is_square() const { return shape_ == "gauss"; }

  Workflow make() override {
    const DrawTime draw = [this](Seconds mean) { return draw_time(mean); };
    return shape_ == "montage"       ? montage(size_, draw)
           : shape_ == "epigenomics" ? epigenomics(size_, width_, draw)
           : shape_ == "cybershake"  ? cybershake(size_, width_, draw)
           : shape_ == "gauss"       ? gauss(size_, mean_, data_, draw)
           : shape_ == "fft"         ? fft(size_, mean_, data_, draw)
           : shape_ == "fork_join"   ? fork_join(size_, width_, mean_, data_, draw)
                                     : chain(size_, mean_, data_, draw);
  }

  /// Normal around the mean, and at least a tenth of it.
  Seconds draw_time(Seconds mean) {
    if (variation_ == 0)
      return mean;
    return std::max(0.1 * mean, boost::random::normal_distribution<>(mean, variation_ * mean)(times_));
  }

  const std::string shape_;
  const int size_, width_;
  const Seconds mean_;
  const double variation_;
  const Bytes data_;
  RandomStreams::Engine& times_;
};

} // namespace

MALHA_WORKLOAD(workload_generator<WorkflowShape>(
    "workflow_shape",
    "workflows of the shape of known applications; the seed varies the run times of their tasks when "
    "variation "
    "is above 0, and times between workflows, each apart",
    "bharathi2008 (montage, epigenomics, cybershake); topcuoglu2002, section 5.3 (gauss, fft)",
    parameters_of_arrivals(
        {choice("shape", "montage",
                {"montage", "epigenomics", "cybershake", "gauss", "fft", "fork_join", "chain"},
                "which application, or textbook graph"),
         integer("size", 8, between(1, 1e6), "count",
                 "images, lanes, sites, columns, points, stages or tasks, in the order of the shapes"),
         integer("width", 8, between(1, 1e6), "count",
                 "chunks of a lane, ruptures of a site, or tasks of a stage"),
         real("mean", 10, above(0), "s", "mean run time of a task of gauss, fft, fork_join and chain"),
         real("data", 1e6, between(0, 1e15), "B", "what such a task makes"),
         real("variation", 0, between(0, 100), "%",
              "standard deviation of run times, in percent of the mean")})))

} // namespace malha
