# SPDX-License-Identifier: MIT
"""Choices among places where a job or a task may run."""

from malha.env.choice import Choice, squashed


class ClusterChoice(Choice):
    """Which cluster gets the job? A meta-scheduler asks for each job in its queue (multicluster/selection). An action
    is the place of a cluster in the deployment; one that has too few nodes, or is not there, counts as the first that
    has enough. Nothing is asked for a job that only one cluster can run.

    An observation has the work of the job (`squashed` seconds on a node of the first cluster) and its share of the
    nodes of the largest one, and of each of the first `clusters` clusters: 1 if it may get the job, its share of the
    nodes of all, its share of free slots, the slots that waiting jobs ask for (0.5: as many as it has), and its speed
    (1: the fastest)."""

    of_job = 2
    of_each = 5

    def __init__(self, clusters=4, metric="mean_turnaround_time", rows=False, **simulation):
        self.clusters = clusters
        given = {"platform": "clusters", "deployment": "multicluster.least_loaded", "slot": "policy.selection"}
        super().__init__(clusters, self.of_job + clusters * self.of_each, metric, rows, given | simulation)

    def _begin(self):
        self._place = 0

    def _find(self):
        view = self._view
        self._places = {one.cluster: place for place, one in enumerate(view.candidates)}
        self._mask = [1 if cluster in self._places else 0 for cluster in range(self.clusters)]
        return view.knows_states and sum(self._mask) > 1

    def _act(self, action):
        self._place = self._places.get(action, 0)
        return True

    def _answer(self):
        return {"place": self._place} if self._view.knows_states else {"what": "states"}

    def _values(self):
        view = self._view
        job, all_clusters = view.job, view.clusters
        total = sum(cluster.nodes for cluster in all_clusters)
        fastest = max(cluster.speed for cluster in all_clusters)
        largest = max(cluster.nodes for cluster in all_clusters)
        values = [squashed(job.work / all_clusters[0].speed), min(1.0, job.resources / largest)]
        for cluster, may in zip(all_clusters, self._mask):
            asked = cluster.waiting_nodes
            values += (
                float(may),
                cluster.nodes / total,
                cluster.free / cluster.slots,
                asked / (asked + cluster.slots),
                cluster.speed / fastest,
            )
        return values + [0.0] * (self.observation_space.shape[0] - len(values))

    def _whole_mask(self, mask):
        return mask + [0] * (self.clusters - len(mask))


class ResourceChoice(Choice):
    """Which resource gets the task? A broker asks when a resource is free and a task waits (broker/assignment). Tasks
    are given away in their order. An action is the place of one of the first `resources` resources, or `resources`: the
    task waits for another date, and all behind it do. A resource that is not free counts as that, too. If nothing runs
    then and nothing was given away, the task gets the first free resource, so that time goes on.

    An observation has the work of the task as a share of that of an average one (0.5: as much), the share of tasks that
    wait of those that wait or run, and of each resource: 1 if it is free, its speed (1: the fastest), the part of it
    that others use, and how long it takes until the task would end there (`squashed`)."""

    of_task = 2
    of_each = 4

    def __init__(self, resources=8, metric="makespan", rows=False, **simulation):
        self.resources = resources
        given = {"platform": "star", "deployment": "broker.workqueue", "workload": "bag_of_tasks"}
        super().__init__(resources + 1, self.of_task + resources * self.of_each, metric, rows, given | simulation)

    def _begin(self):
        view = self._view
        self._waiting = view.waiting[::-1]
        self._free = set(view.free if view.open is None else view.open)
        self._given = []

    def _find(self):
        shown = min(self.resources, len(self._view.resources))
        self._mask = [1 if place in self._free else 0 for place in range(shown)]
        return bool(self._waiting) and 1 in self._mask

    def _act(self, action):
        if action >= len(self._mask) or not self._mask[action]:
            return True
        self._give(action)
        return False

    def _give(self, resource):
        self._free.remove(resource)
        self._given.append({"task": self._waiting.pop().id, "resource": resource})

    def _answer(self):
        if not self._given and not self._view.running and self._waiting and self._free:
            self._give(min(self._free))
        return self._given

    def _values(self):
        view, task = self._view, self._waiting[-1]
        waiting, running = len(self._waiting), len(view.running) + len(self._given)
        fastest = max(resource.speed for resource in view.resources)
        amount = task.work / (task.work + view.mean_work) if task.work > 0 else 0.0
        values = [amount, waiting / (waiting + running)]
        for resource, is_free in zip(view.resources, self._mask):
            busy = 0.0 if is_free else max(0.0, resource.free_at - view.now)
            time = task.length if task.is_delay else task.work / resource.speed / max(1 - resource.load, 1e-9)
            values += (float(is_free), resource.speed / fastest, resource.load, squashed(busy + time))
        return values + [0.0] * (self.observation_space.shape[0] - len(values))
