// SPDX-License-Identifier: MIT
#include "workflow_shapes.hpp"

namespace malha {
namespace {

/// Builds a workflow task by task. Each task makes one file at most, which any number of tasks read.
class Builder {
public:
  explicit Builder(const DrawTime& draw) : draw_(draw) {}

  /// A file that is there before the workflow begins. Returns its number.
  int external(const std::string& name, Bytes size) {
    workflow_.files.push_back({name, size, {}, {}});
    return static_cast<int>(workflow_.files.size()) - 1;
  }

  /// Adds a task that reads what these tasks make, and files. Returns its number.
  int add(const std::string& what, Seconds mean, Bytes output, const std::vector<int>& parents,
          const std::vector<int>& files = {}) {
    const int task = static_cast<int>(workflow_.tasks.size());
    const auto name = what + "-" + std::to_string(++counts_[what]);
    workflow_.tasks.push_back({name, draw_(mean), 1});
    for (const int parent : parents)
      read(made_[static_cast<std::size_t>(parent)], task);
    for (const int file : files)
      read(file, task);
    made_.push_back(external(name, output));
    workflow_.files.back().producers = {task};
    return task;
  }

  Workflow take() { return std::move(workflow_); }

private:
  void read(int file, int task) { workflow_.files[static_cast<std::size_t>(file)].consumers.push_back(task); }

  const DrawTime& draw_;
  Workflow workflow_;
  std::vector<int> made_; ///< the file that each task makes
  std::map<std::string, int> counts_;
};

} // namespace

Workflow montage(int images, const DrawTime& draw) {
  Builder build(draw);
  std::vector<int> projected, fits, corrected;
  for (int image = 0; image < images; ++image)
    projected.push_back(build.add("mProjectPP", 13.59, 8.33e6, {},
                                  {build.external("image-" + std::to_string(image + 1), 4.2e6)}));
  const auto compare = [&](int a, int b) {
    fits.push_back(
        build.add("mDiffFit", 10.60, 277e3,
                  {projected[static_cast<std::size_t>(a)], projected[static_cast<std::size_t>(b)]}));
  };
  for (int image = 1; image < images; ++image)
    compare(image - 1, image);
  for (int image = 2; image < images; ++image) // of two rows, which overlap, too
    compare(image - 2, image);
  const int all_fits = build.add("mConcatFit", 0.72, 1900, fits);
  const int model = build.add("mBgModel", 1.42, 265, {all_fits});
  for (const int image : projected)
    corrected.push_back(build.add("mBackground", 10.71, 8.33e6, {image, model}));
  auto of_sum = corrected;
  of_sum.push_back(build.add("mImgTbl", 1.39, 1600, corrected));
  const int sum = build.add("mAdd", 3.03, 93e6, of_sum);
  const int small = build.add("mShrink", 3.86, 1.86e6, {sum});
  build.add("mJPEG", 0.45, 205e3, {small});
  return build.take();
}

Workflow epigenomics(int lanes, int chunks, const DrawTime& draw) {
  Builder build(draw);
  std::vector<int> merged;
  for (int lane = 0; lane < lanes; ++lane) {
    const int split =
        build.add("fastqSplit", 1.34, 2e6, {}, {build.external("lane-" + std::to_string(lane + 1), 40e6)});
    std::vector<int> mapped;
    for (int chunk = 0; chunk < chunks; ++chunk) {
      const int filtered = build.add("filterContams", 0.72, 2e6, {split});
      const int solexa = build.add("sol2sanger", 0.39, 1.5e6, {filtered});
      const int binary = build.add("fast2bfq", 0.57, 4e5, {solexa});
      mapped.push_back(build.add("map", 53.4, 4e5, {binary}));
    }
    merged.push_back(build.add("mapMerge", 4.42, 2e6, mapped));
  }
  const int all = build.add("mapMerge", 4.42, 8e6, merged);
  const int index = build.add("chr21", 2.77, 2e6, {all});
  build.add("pileup", 30.5, 1e6, {index});
  return build.take();
}

Workflow cybershake(int sites, int ruptures, const DrawTime& draw) {
  Builder build(draw);
  std::vector<int> seismograms, peaks;
  for (int site = 0; site < sites; ++site) {
    const int tensor = build.add("ExtractSGT", 127.75, 2e8, {},
                                 {build.external("tensor-" + std::to_string(site + 1), 4.08e10)});
    for (int rupture = 0; rupture < ruptures; ++rupture) {
      seismograms.push_back(build.add("SeismogramSynthesis", 40.22, 24e3, {tensor}));
      peaks.push_back(build.add("PeakValCalcOkaya", 1.03, 216, {seismograms.back()}));
    }
  }
  build.add("ZipSeis", 0.64, 24e3 * sites * ruptures, seismograms);
  build.add("ZipPSA", 0.70, 216.0 * sites * ruptures, peaks);
  return build.take();
}

Workflow gauss(int size, Seconds mean, Bytes data, const DrawTime& draw) {
  Builder build(draw);
  std::vector<int> column(static_cast<std::size_t>(size), -1); ///< the last update of each column
  for (int step = 0; step + 1 < size; ++step) {
    const auto before = [&](int at) {
      const int task = column[static_cast<std::size_t>(at)];
      return task < 0 ? std::vector<int>{} : std::vector<int>{task};
    };
    const int pivot = build.add("pivot", mean, data, before(step));
    for (int at = step + 1; at < size; ++at) {
      auto parents = before(at);
      parents.insert(parents.begin(), pivot);
      column[static_cast<std::size_t>(at)] = build.add("update", mean, data, parents);
    }
  }
  return build.take();
}

Workflow fft(int points, Seconds mean, Bytes data, const DrawTime& draw) {
  Builder build(draw);
  std::vector<int> level{build.add("call", mean, data, {})};
  while (static_cast<int>(level.size()) < points) {
    std::vector<int> next;
    for (const int call : level)
      for (int half = 0; half < 2; ++half)
        next.push_back(build.add("call", mean, data, {call}));
    level = next;
  }
  for (int distance = 1; distance < points; distance *= 2) {
    std::vector<int> next;
    for (int at = 0; at < points; ++at)
      next.push_back(
          build.add("butterfly", mean, data,
                    {level[static_cast<std::size_t>(at)], level[static_cast<std::size_t>(at ^ distance)]}));
    level = next;
  }
  return build.take();
}

Workflow fork_join(int stages, int width, Seconds mean, Bytes data, const DrawTime& draw) {
  Builder build(draw);
  std::vector<int> last;
  for (int stage = 0; stage < stages; ++stage) {
    const int fork = build.add("fork", mean, data, last);
    std::vector<int> tasks;
    for (int task = 0; task < width; ++task)
      tasks.push_back(build.add("task", mean, data, {fork}));
    last = {build.add("join", mean, data, tasks)};
  }
  return build.take();
}

Workflow chain(int tasks, Seconds mean, Bytes data, const DrawTime& draw) {
  Builder build(draw);
  std::vector<int> last;
  for (int task = 0; task < tasks; ++task)
    last = {build.add("task", mean, data, last)};
  return build.take();
}

} // namespace malha
